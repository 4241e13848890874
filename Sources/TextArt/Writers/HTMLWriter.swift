package import Domain

/// Text art for web pages: the text can be copied, a screen reader hears the label instead of the characters, and
/// neighbours of one look share an element.
package enum HTMLWriter {
    /// A whole page; or, as a `fragment`, a figure that brings its own style and disturbs no other on its page. The
    /// tolerance (see `WritingOptions`) is raised until there are at most `limit` bytes; where nothing helps, there are
    /// more.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), fragment: Bool = false, tolerance: Double = 0,
        limit: Int? = nil
    ) -> [UInt8] {
        ByteBudget.fit(limit, from: tolerance) { tolerance in
            let body = HTMLBody(grid.reusingPens(within: tolerance))
            return fragment ? figure(grid, body, caption) : page(grid, body, caption)
        }
    }

    private static func page(_ grid: ArtGrid, _ body: HTMLBody, _ caption: ArtCaption) -> [UInt8] {
        let title = self.title(caption)
        let (paper, ink) = colors(grid)
        var out: [UInt8] = []
        out.append(
            contentsOf: """
                <!DOCTYPE html>
                <html>
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>\(title)</title>
                <style>
                body { margin: 1em; background: \(paper); color: \(ink) }
                \(style(grid, within: ""))
                p { font: 0.8em sans-serif; opacity: 0.6 }
                \(body.rules(within: ""))</style>
                </head>
                <body>
                <pre role="img" aria-label="\(title)">

                """.utf8)
        out += body.bytes
        out.append(contentsOf: "</pre>\n".utf8)
        if let credit = caption.credit { out.append(contentsOf: "<p>\(Escapes.escaped(credit))</p>\n".utf8) }
        out.append(contentsOf: "</body>\n</html>\n".utf8)
        return out
    }

    /// Its name is made of what it shows, so that two figures on a page have two.
    private static func figure(_ grid: ArtGrid, _ body: HTMLBody, _ caption: ArtCaption) -> [UInt8] {
        let rules = body.rules(within: "")
        let name = "art-" + String(checksum(body.bytes + Array(rules.utf8)), radix: 36)
        let (paper, ink) = colors(grid)
        var out: [UInt8] = []
        out.append(
            contentsOf: """
                <figure id="\(name)">
                <style>
                #\(name) { margin: 0; padding: 1em; width: fit-content; background: \(paper); color: \(ink) }
                \(style(grid, within: "#\(name) "))
                #\(name) figcaption { font: 0.8em sans-serif; opacity: 0.6 }
                \(body.rules(within: "#\(name) "))</style>
                <pre role="img" aria-label="\(title(caption))">

                """.utf8)
        out += body.bytes
        out.append(contentsOf: "</pre>\n".utf8)
        if let credit = caption.credit {
            out.append(contentsOf: "<figcaption>\(Escapes.escaped(credit))</figcaption>\n".utf8)
        }
        out.append(contentsOf: "</figure>\n".utf8)
        return out
    }

    private static func title(_ caption: ArtCaption) -> String {
        caption.label.isEmpty ? "Text art" : Escapes.escaped(caption.label)
    }

    private static func colors(_ grid: ArtGrid) -> (paper: String, ink: String) {
        grid.isInverted ? ("#fff", "#000") : ("#000", "#fff")
    }

    /// `ch` is the width of a character in the page's own font, so that cells have the right shape in any font. A
    /// character is about 0.6 em wide: the art fits the window, and is never larger than 16 pixels.
    private static func style(_ grid: ArtGrid, within scope: String) -> String {
        let line = "calc(1ch / \(grid.cellAspect))"
        return """
            \(scope)pre { margin: 0; font-family: "DejaVu Sans Mono", Menlo, Consolas, monospace;
              font-size: clamp(3px, calc(95vw / \(tenths(grid.columns * 6))), 16px); line-height: \(line) }
            \(scope)pre i { display: inline-block; width: 2ch; height: \(line); font-style: normal; text-align: center;
              vertical-align: top; overflow: hidden }
            \(scope)pre b { display: inline-block; height: \(line); vertical-align: top; color: transparent;
              font-weight: normal; overflow: hidden }
            """
    }

    private static func tenths(_ count: Int) -> String { "\(count / 10).\(count % 10)" }

    /// FNV-1a, 64 bits.
    private static func checksum(_ bytes: [UInt8]) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}
