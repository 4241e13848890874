/// Chooses the characters of one row so that the squared differences between the ink wanted and the ink given are the
/// least for the whole row, wide characters and narrow ones together.
struct RowMatcher {
    let palette: Palette

    /// One glyph for each cell; `nil` where the wide glyph to the left goes on.
    func match(_ wanted: [Double]) -> [Palette.Ink?] {
        palette.wide.isEmpty
            ? wanted.map { RowMatcher.nearest(in: palette.narrow, to: $0) } : matchBoth(wanted)
    }

    /// Dynamic programming from the left: the best way to fill the first n cells ends with a narrow or a wide glyph.
    /// A wide glyph wins a tie, for it is what the user asked for.
    private func matchBoth(_ wanted: [Double]) -> [Palette.Ink?] {
        var costs = [0.0]
        var ends: [Palette.Ink] = []
        for (index, want) in wanted.enumerated() {
            let narrow = RowMatcher.nearest(in: palette.narrow, to: want)
            var best = (ink: narrow, cost: costs[index] + RowMatcher.square(narrow.coverage - want))
            if index > 0 {
                let wide = RowMatcher.nearest(in: palette.wide, to: (wanted[index - 1] + want) / 2)
                let cost =
                    costs[index - 1] + RowMatcher.square(wide.coverage - wanted[index - 1])
                    + RowMatcher.square(wide.coverage - want)
                if cost <= best.cost { best = (wide, cost) }
            }
            costs.append(best.cost)
            ends.append(best.ink)
        }
        return RowMatcher.trace(ends)
    }

    private static func trace(_ ends: [Palette.Ink]) -> [Palette.Ink?] {
        var chosen = [Palette.Ink?](repeating: nil, count: ends.count)
        var end = ends.count
        while end > 0 {
            let ink = ends[end - 1]
            end -= ink.glyph.cells
            chosen[end] = ink
        }
        return chosen
    }

    /// The ink nearest to what is wanted, in a sorted list that is not empty; the lighter one when two are as near.
    static func nearest(in inks: [Palette.Ink], to wanted: Double) -> Palette.Ink {
        var low = 0
        var high = inks.count
        while low < high {
            let middle = (low + high) / 2
            if inks[middle].coverage < wanted { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return inks[0] }
        guard low < inks.count else { return inks[first(ofInk: inks.count - 1, in: inks)] }
        let lighter = first(ofInk: low - 1, in: inks)
        return wanted - inks[lighter].coverage <= inks[low].coverage - wanted ? inks[lighter] : inks[low]
    }

    /// Of several characters with the same ink always the first.
    private static func first(ofInk index: Int, in inks: [Palette.Ink]) -> Int {
        var index = index
        while index > 0, inks[index - 1].coverage == inks[index].coverage { index -= 1 }
        return index
    }

    private static func square(_ value: Double) -> Double { value * value }
}
