internal import Domain

/// Neighbours that one HTML element can hold.
struct HTMLRun {
    /// What an element looks like.
    struct Look: Hashable {
        let ink: RGB?
        let paper: RGB?
        /// The page itself draws the cells, by their background alone.
        let isDrawn: Bool

        /// What has a paper stands in a box of the cell's height.
        var element: String { paper == nil ? "span" : "b" }

        var style: String {
            switch (ink, paper) {
            case (nil, nil): ""
            case (let ink?, nil): "color:\(ink.text)"
            case (let ink?, let paper?) where isDrawn && ink == paper: "background:\(paper.text)"
            case (let ink?, let paper?) where isDrawn:
                "background:linear-gradient(\(ink.text) 50%,\(paper.text) 0)"
            case (let ink, let paper?): "color:\(ink?.text ?? "inherit");background:\(paper.text)"
            }
        }
    }

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

    /// `nil` for the page's own.
    var look: Look? {
        guard first.foreground != nil || first.background != nil else { return nil }
        return Look(ink: first.foreground, paper: first.background, isDrawn: first.isDrawn)
    }

    private func holds(_ cell: ArtCell) -> Bool {
        guard cell.background == first.background, cell.isDrawn == first.isDrawn else { return false }
        return cell.foreground == first.foreground || (cell.isBlank && !cell.isDrawn)
    }

    func writeText(to out: inout [UInt8]) {
        for cell in cells {
            let isWide = cell.cells == 2
            if isWide { out.append(contentsOf: "<i>".utf8) }
            for scalar in cell.scalars { Escapes.append(scalar, to: &out) }
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
