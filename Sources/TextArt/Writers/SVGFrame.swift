internal import Domain

/// What stands around the cells of an SVG picture.
struct SVGFrame {
    /// A cell's height in units, of which a cell is 8 wide.
    let cell: Int
    private let grid: ArtGrid
    private let caption: ArtCaption

    init(_ grid: ArtGrid, _ caption: ArtCaption) {
        self.grid = grid
        self.caption = caption
        cell = RasterLine.height(for: grid.cellAspect)
    }

    var width: Int { grid.columns * 8 }
    var height: Int { grid.rows * cell + (caption.credit == nil ? 0 : 20) }
    private var paper: String { grid.isInverted ? "#fff" : "#000" }
    var ink: String { grid.isInverted ? "#000" : "#fff" }

    /// Where the characters of a row stand: four fifths down its cells.
    func baseline(_ row: Int) -> Int { row * cell + (cell * 4 + 2) / 5 }

    var head: String {
        let title = caption.label.isEmpty ? "Text art" : Escapes.escaped(caption.label)
        let credit = caption.credit.map { ". " + Escapes.escaped($0) } ?? ""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
            role="img" aria-labelledby="title desc">
            <title id="title">\(title)</title>
            <desc id="desc">A picture as text art of \(grid.columns) by \(grid.rows) characters\(credit)</desc>
            <rect width="\(width)" height="\(height)" fill="\(paper)"/>

            """
    }

    /// A character of these fonts is 0.6 em wide: at 13.3 units it fills its cell.
    var textHead: String {
        """
        <g font-family="'DejaVu Sans Mono', Menlo, Consolas, 'Liberation Mono', monospace" font-size="13.3" \
        fill="\(ink)" xml:space="preserve">

        """
    }

    var tail: String {
        guard let credit = caption.credit else { return "</g>\n</svg>\n" }
        let line = """
            <text x="0" y="\(grid.rows * cell + 14)" font-family="sans-serif" font-size="12" fill="#808080">\
            \(Escapes.escaped(credit))</text>
            """
        return "</g>\n\(line)\n</svg>\n"
    }
}
