internal import Domain

extension ArtGrid {
    /// The art in the colours that a medium has: each becomes the one that looks nearest, but for text, whose ink must be
    /// read on its paper. `nil` has all.
    func limited(inks: PenTable?, papers: PenTable?) -> ArtGrid {
        guard inks != nil || papers != nil else { return self }
        var inkNames = NearestColors(inks)
        var paperNames = NearestColors(papers)
        return mapRows { row in
            row.map { cell in
                var limited = cell
                limited.background = cell.background.map { paperNames.nearest(to: $0) }
                let paper = isText ? limited.background : nil
                limited.foreground = cell.foreground.map { ink in
                    paper.map { inkNames.nearest(to: ink, legibleOn: $0) } ?? inkNames.nearest(to: ink)
                }
                return limited
            }
        }
    }

    /// The art with fewer changes of colour along its rows: a colour within `tolerance` (see `WritingOptions`) of the one
    /// in use becomes that. Pure black and pure white stay as they are.
    func reusingPens(within tolerance: Double) -> ArtGrid {
        guard tolerance > 0 else { return self }
        var reuse = PenReuse(tolerance: tolerance)
        return mapRows { reuse.row($0) }
    }
}

/// A table with what was asked of it before.
private struct NearestColors {
    private let table: PenTable?
    private var known: [RGB: RGB] = [:]
    /// The colours that can be read on a paper.
    private var legible: [RGB: PenTable] = [:]

    init(_ table: PenTable?) {
        self.table = table
    }

    mutating func nearest(to color: RGB, legibleOn paper: RGB) -> RGB {
        guard let table else { return color }
        let inks = legible[paper] ?? PenTable(Legibility.inks(table.colors, on: paper))
        legible[paper] = inks
        return inks.colors[inks.nearest(to: color)]
    }

    mutating func nearest(to color: RGB) -> RGB {
        guard let table else { return color }
        if let found = known[color] { return found }
        let found = table.colors[table.nearest(to: color)]
        known[color] = found
        return found
    }
}
