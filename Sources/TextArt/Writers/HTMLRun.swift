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
        guard cell.background == first.background, cell.isDrawn == first.isDrawn else { return false }
        return cell.foreground == first.foreground || (cell.isBlank && !cell.isDrawn)
    }

    func write(to out: inout [UInt8]) {
        guard let (open, close) = element else { return writeText(to: &out) }
        out.append(contentsOf: open.utf8)
        writeText(to: &out)
        out.append(contentsOf: close.utf8)
    }

    private var element: (open: String, close: String)? {
        switch (first.foreground, first.background) {
        case (nil, nil): nil
        case (let ink?, nil): ("<span style=\"color:\(ink.text)\">", "</span>")
        case (let ink?, let paper?) where first.isDrawn:
            ("<b style=\"background:\(HTMLRun.fill(ink, paper))\">", "</b>")
        case (let ink, let paper?):
            ("<b style=\"color:\(ink?.text ?? "inherit");background:\(paper.text)\">", "</b>")
        }
    }

    private static func fill(_ ink: RGB, _ paper: RGB) -> String {
        ink == paper ? paper.text : "linear-gradient(\(ink.text) 50%,\(paper.text) 0)"
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

extension ArtCell {
    /// Whether the page itself draws the cell, by its background alone: upper half blocks, which no font fills to their
    /// edges everywhere, and ink of the paper's colour.
    fileprivate var isDrawn: Bool {
        guard let foreground, let background else { return false }
        return scalar == "▀" || foreground == background
    }
}
