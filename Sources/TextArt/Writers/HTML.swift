public import Domain

/// Art as a page of its own. Screen readers get the label and not the characters one by one.
public enum HTML {
    public static func bytes(_ grid: ArtGrid, caption: ArtCaption = ArtCaption()) -> [UInt8] {
        let (ink, paper) = grid.isInverted ? ("#000000", "#ffffff") : ("#e6e6e6", "#000000")
        let label = escaped(caption.label.isEmpty ? "text art" : caption.label)
        var text = """
            <!DOCTYPE html>
            <html>
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>\(label)</title>
            <style>
            body { margin: 0; padding: 1em; background: \(paper); color: \(ink); }
            pre { margin: 0; font: 12px/\(lineHeight(grid)) "DejaVu Sans Mono", Menlo, Consolas, monospace; }
            b { font-weight: normal; }
            footer { margin-top: 1em; font: 11px/1.4 sans-serif; opacity: 0.7; }
            </style>
            </head>
            <body>
            <pre role="img" aria-label="\(label)">

            """
        for row in 0..<grid.rows { line(grid.row(row), in: &text) }
        text += "</pre>\n"
        if let credit = caption.credit { text += "<footer>\(escaped(credit))</footer>\n" }
        text += "</body>\n</html>\n"
        return Array(text.utf8)
    }

    /// Runs of the same colours share one element; a space joins whatever run it stands in, if the paper is the same.
    private static func line(_ cells: ArraySlice<ArtCell>, in text: inout String) {
        var run = ""
        var ink: RGB?
        var paper: RGB?
        for cell in cells {
            guard let scalar = cell.scalar else { continue }
            let keepsInk = scalar == " " || cell.foreground == ink
            if !keepsInk || cell.background != paper {
                close(run, ink, paper, in: &text)
                run = ""
                ink = cell.foreground
                paper = cell.background
            }
            run += escaped(String(Character(scalar)))
        }
        close(run, ink, paper, in: &text)
        text += "\n"
    }

    private static func close(_ run: String, _ ink: RGB?, _ paper: RGB?, in text: inout String) {
        guard !run.isEmpty else { return }
        let style = [ink.map { "color:" + $0.text }, paper.map { "background:" + $0.text }].compactMap { $0 }
        text += style.isEmpty ? run : "<b style=\"\(style.joined(separator: ";"))\">\(run)</b>"
    }

    /// DejaVu Sans Mono is 0.602 of its size wide, so that a cell has the aspect that the art was made for.
    private static func lineHeight(_ grid: ArtGrid) -> String {
        let hundredths = Int((0.602 / grid.cellAspect * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }

    private static func escaped(_ text: String) -> String {
        var safe = ""
        for character in text {
            switch character {
            case "&": safe += "&amp;"
            case "<": safe += "&lt;"
            case ">": safe += "&gt;"
            case "\"": safe += "&quot;"
            default: safe.append(character)
            }
        }
        return safe
    }
}
