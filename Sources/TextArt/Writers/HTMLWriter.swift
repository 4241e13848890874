public import Domain

/// Text art as a complete HTML page: the text can be copied, a screen reader hears the label instead of the characters,
/// and neighbours of one colour share an element.
public enum HTMLWriter {
    public static func bytes(of grid: ArtGrid, caption: ArtCaption = ArtCaption()) -> [UInt8] {
        var out: [UInt8] = []
        out.append(contentsOf: head(grid, caption).utf8)
        for row in 0..<grid.rows {
            for run in HTMLRun.runs(of: grid.row(row).upToLastMark) { run.write(to: &out) }
            out.append(10)
        }
        out.append(contentsOf: "</pre>\n".utf8)
        if let credit = caption.credit { out.append(contentsOf: "<p>\(escaped(credit))</p>\n".utf8) }
        out.append(contentsOf: "</body>\n</html>\n".utf8)
        return out
    }

    private static func head(_ grid: ArtGrid, _ caption: ArtCaption) -> String {
        let title = caption.label.isEmpty ? "Text art" : escaped(caption.label)
        return """
            <!DOCTYPE html>
            <html>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(title)</title>
            <style>
            \(style(grid))
            </style>
            </head>
            <body>
            <pre role="img" aria-label="\(title)">

            """
    }

    /// `ch` is the width of a character in the page's own font, so that cells have the right shape in any font. A
    /// character is about 0.6 em wide: the art fits the window, and is never larger than 16 pixels.
    private static func style(_ grid: ArtGrid) -> String {
        let (paper, ink) = grid.isInverted ? ("#fff", "#000") : ("#000", "#fff")
        let line = "calc(1ch / \(grid.cellAspect))"
        return """
            body { margin: 1em; background: \(paper); color: \(ink) }
            pre { margin: 0; font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
              font-size: clamp(3px, calc(95vw / \(tenths(grid.columns * 6))), 16px); line-height: \(line) }
            pre i { display: inline-block; width: 2ch; height: \(line); font-style: normal; text-align: center;
              vertical-align: top; overflow: hidden }
            pre b { display: inline-block; height: \(line); vertical-align: top; color: transparent;
              font-weight: normal; overflow: hidden }
            p { font: 0.8em sans-serif; opacity: 0.6 }
            """
    }

    private static func tenths(_ count: Int) -> String { "\(count / 10).\(count % 10)" }

    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text.unicodeScalars { result += escape(character) ?? String(character) }
        return result
    }

    /// What stands for a character with a meaning in HTML; `nil` when it stands for itself.
    static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        default: nil
        }
    }
}
