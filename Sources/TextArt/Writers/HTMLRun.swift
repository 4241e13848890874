internal import Domain

/// Neighbours that one HTML element can hold.
struct HTMLRun {
    private(set) var cells: [ArtCell]

    /// Blank cells show no ink and join the run before them.
    static func runs(of cells: ArraySlice<ArtCell>) -> [HTMLRun] {
        var runs: [HTMLRun] = []
        for cell in cells where cell.scalar != nil {
            if let last = runs.indices.last, runs[last].holds(cell) {
                runs[last].cells.append(cell)
            } else {
                runs.append(HTMLRun(cells: [cell]))
            }
        }
        return runs
    }

    private var first: ArtCell { cells[0] }

    private func holds(_ cell: ArtCell) -> Bool {
        guard cell.background == first.background else { return false }
        return cell.foreground == first.foreground || (cell.isBlank && cell.background == nil)
    }

    func write(to out: inout [UInt8]) {
        guard let (open, close) = element else { return writeText(to: &out) }
        out.append(contentsOf: open.utf8)
        writeText(to: &out)
        out.append(contentsOf: close.utf8)
    }

    /// A half block with paper is drawn by the page itself: no font fills a cell to its edges everywhere.
    private var element: (open: String, close: String)? {
        switch (first.foreground, first.background) {
        case (nil, nil): nil
        case (let ink?, nil): ("<span style=\"color:\(ink.text)\">", "</span>")
        case (let ink, let paper?): ("<b style=\"background:\(HTMLRun.fill(ink, paper))\">", "</b>")
        }
    }

    private static func fill(_ ink: RGB?, _ paper: RGB) -> String {
        guard let ink, ink != paper else { return paper.text }
        return "linear-gradient(\(ink.text) 50%,\(paper.text) 0)"
    }

    private func writeText(to out: inout [UInt8]) {
        for cell in cells {
            guard let scalar = cell.scalar else { continue }
            let isWide = Glyph(scalar)?.cells == 2
            if isWide { out.append(contentsOf: "<i>".utf8) }
            if let escape = HTMLWriter.escape(scalar) {
                out.append(contentsOf: escape.utf8)
            } else {
                out.append(scalar: scalar)
            }
            if isWide { out.append(contentsOf: "</i>".utf8) }
        }
    }
}
