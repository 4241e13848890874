internal import CTextArt

/// Symbols of one cell and of two, in the samples that tone is matched in.
struct TonePairs {
    /// The narrow ones, then the first halves of the wide ones, then their second halves.
    let halves: ToneTable
    /// The narrow ones alone; a blank where there is none.
    let narrow: ToneTable
    let hasNarrow: Bool
    /// How many wide ones there are.
    let count: Int
    /// Sample by sample, those of both cells one after the other; padded as a table is.
    private let values: [Float]
    private let costs: [Float]

    /// - Precondition: there is a wide one.
    init(_ symbols: [Symbol], look: ToneLook, isInverted: Bool) {
        let one = symbols.filter { $0.cells == 1 }
        let two = symbols.filter { $0.cells == 2 }
        hasNarrow = !one.isEmpty
        let blank = [Symbol(estimated: .blank)]
        narrow = ToneTable(one.isEmpty ? blank : one, look: look, isInverted: isInverted)
        let parts = (one.isEmpty ? blank : one) + two.map { $0.half(0) } + two.map { $0.half(1) }
        halves = ToneTable(parts, look: look, isInverted: isInverted)
        count = two.count
        let padded = (count + ToneTable.lanes - 1) / ToneTable.lanes * ToneTable.lanes
        var values = [Float](repeating: 0, count: 2 * ToneTable.samples * padded)
        var costs = [Float](repeating: .greatestFiniteMagnitude, count: padded)
        let across = TonePairs.products(look)
        let first = narrow.clusters.count
        for index in 0..<count {
            let (left, right) = (halves.samples(first + index), halves.samples(first + count + index))
            for (sample, value) in (left + right).enumerated() { values[sample * padded + index] = value }
            var joint: Float = 0
            for one in left.indices {
                for other in right.indices {
                    joint += across[one * ToneTable.samples + other] * left[one] * right[other]
                }
            }
            costs[index] = halves.costs[first + index] + halves.costs[first + count + index] + 2 * joint
        }
        self.values = values
        self.costs = costs
    }

    func left(_ wide: Int) -> Int { narrow.clusters.count + wide }
    func right(_ wide: Int) -> Int { narrow.clusters.count + count + wide }
    func isRight(_ half: Int) -> Bool { half >= narrow.clusters.count + count }

    /// The wide one that costs least, and what it costs, for what a pair of cells lacks.
    func cheapest(_ sums: [Float]) -> (wide: Int, cost: Float) {
        let wide = Int(textart_cheapest_pair(values, costs, Int32(costs.count), sums))
        var cost = costs[wide]
        for sample in sums.indices { cost -= 2 * values[sample * costs.count + wide] * sums[sample] }
        return (wide, cost)
    }

    /// How each sample of a cell counts with each of the next one.
    private static func products(_ look: ToneLook) -> [Float] {
        (0..<ToneTable.samples * ToneTable.samples).map { index in
            let (one, other) = index.quotientAndRemainder(dividingBy: ToneTable.samples)
            let x = other % ToneTable.across + ToneTable.across - one % ToneTable.across
            let y = abs(one / ToneTable.across - other / ToneTable.across)
            return look.blurs.reduce(0) { sum, blur in
                guard x < blur.taps.count, y < blur.taps.count else { return sum }
                return sum + blur.weight * blur.taps[x] * blur.taps[y]
            }
        }
    }
}

extension ToneTable {
    /// The samples of one glyph.
    func samples(_ glyph: Int) -> [Float] {
        Array(glyphs[glyph * ToneTable.samples..<(glyph + 1) * ToneTable.samples])
    }

    /// What a glyph costs in a cell that lacks so much.
    func cost(_ glyph: Int, _ lacks: [Float]) -> Float {
        zip(samples(glyph), lacks).reduce(costs[glyph]) { $0 - 2 * $1.0 * $1.1 }
    }
}
