/// Chooses the characters of one row so that the squared differences between the ink wanted and the ink given are the
/// least for the whole row, wide characters and narrow ones together.
struct RowMatcher {
    let palette: Palette
    /// Never less ink than wanted, where the palette has it: for ink whose colour can be dimmed, but not brightened.
    let reaches: Bool

    /// One glyph for each cell; `nil` where the wide glyph to the left goes on.
    func match(_ wanted: [Double]) -> [Palette.Ink?] {
        palette.wide.isEmpty
            ? wanted.map { choice(in: palette.narrow, for: $0...$0) } : matchBoth(wanted)
    }

    /// Dynamic programming from the left: the best way to fill the first n cells ends with a narrow or a wide glyph.
    /// A wide glyph wins a tie, for it is what the user asked for.
    private func matchBoth(_ wanted: [Double]) -> [Palette.Ink?] {
        var costs = [0.0]
        var ends: [Palette.Ink] = []
        for (index, want) in wanted.enumerated() {
            let narrow = choice(in: palette.narrow, for: want...want)
            var best = (ink: narrow, cost: costs[index] + cost(of: narrow, for: want))
            if index > 0 {
                let both = min(wanted[index - 1], want)...max(wanted[index - 1], want)
                let wide = choice(in: palette.wide, for: both)
                let cost =
                    costs[index - 1] + cost(of: wide, for: wanted[index - 1]) + cost(of: wide, for: want)
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

    private func choice(in inks: [Palette.Ink], for wanted: ClosedRange<Double>) -> Palette.Ink {
        reaches
            ? RowMatcher.least(in: inks, reaching: wanted.upperBound)
            : RowMatcher.nearest(in: inks, to: (wanted.lowerBound + wanted.upperBound) / 2)
    }

    /// The least ink that is not less than wanted, or else the most, in a sorted list that is not empty.
    static func least(in inks: [Palette.Ink], reaching wanted: Double) -> Palette.Ink {
        let index = firstIndex(in: inks, reaching: wanted)
        return index < inks.count ? inks[index] : inks[first(ofInk: inks.count - 1, in: inks)]
    }

    /// The ink nearest to what is wanted, in a sorted list that is not empty; the lighter one when two are as near.
    static func nearest(in inks: [Palette.Ink], to wanted: Double) -> Palette.Ink {
        let low = firstIndex(in: inks, reaching: wanted)
        guard low > 0 else { return inks[0] }
        guard low < inks.count else { return inks[first(ofInk: inks.count - 1, in: inks)] }
        let lighter = first(ofInk: low - 1, in: inks)
        return wanted - inks[lighter].coverage <= inks[low].coverage - wanted ? inks[lighter] : inks[low]
    }

    /// The number of inks when none reaches.
    private static func firstIndex(in inks: [Palette.Ink], reaching wanted: Double) -> Int {
        var low = 0
        var high = inks.count
        while low < high {
            let middle = (low + high) / 2
            if inks[middle].coverage < wanted { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Of several characters with the same ink always the first.
    private static func first(ofInk index: Int, in inks: [Palette.Ink]) -> Int {
        var index = index
        while index > 0, inks[index - 1].coverage == inks[index].coverage { index -= 1 }
        return index
    }

    /// One cell's squared difference. Where ink must reach, too little counts more than any surplus.
    private func cost(of ink: Palette.Ink, for wanted: Double) -> Double {
        let difference = ink.coverage - wanted
        let lacks = reaches && difference < -1e-9
        return difference * difference + (lacks ? 1 : 0)
    }
}
