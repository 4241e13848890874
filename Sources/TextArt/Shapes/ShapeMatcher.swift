internal import CTextArt
internal import Domain

/// Makes art in free colours: chooses for every cell the glyph, ink and paper nearest to its samples.
///
/// With coverage a, ink F and paper B, a cell shows B + (F - B)a. For each glyph the best F and B follow in closed form
/// (least squares); they explain (x·(a - mean a))² / |a - mean a|², summed over the channels. If the unconstrained
/// colours are out of range, the best allowed ones explain less. The unconstrained figure is thus an upper bound: few
/// glyphs need a closer look, and the choice is still optimal.
///
/// The glyph is chosen in sRGB codes, as seen from near. Its colours lie between the best ones seen from near and the
/// best ones seen from afar, where the eye mixes light.
struct ShapeMatcher {
    private let table: ShapeTable

    /// Shapes that explain less than this are invisible: a quarter of a code in each pixel and channel.
    private static let minVisibleGain: Float = 16 * 3 * 128
    /// Weight of the colours that are best from near, against those that are best from afar. Because coverage is
    /// blended in codes, neither is best alone: on photos both structure and colours improve with more than half.
    private static let codeFitWeight: Float = 0.6
    /// Channel weights for choosing shapes, between equal weights and those of luminance. They add up to three.
    static let weights: [Float] = [0.8, 1.8, 0.4]

    /// Symbols of one cell, or of two. The first one is used if no shape is visible.
    init(_ symbols: [Symbol]) {
        table = ShapeTable(symbols)
    }

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        var scorer = scorer
        var cells: [ArtCell] = []
        cells.reserveCapacity(grid.columns * grid.rows)
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                scorer.load(grid, column: column, row: row)
                cells.append(match(&scorer).cell)
            }
        }
        return cells
    }

    /// The best cell, or pair of cells, for the samples in the scorer.
    struct Match {
        let cell: ArtCell
        /// The part of the squared deviation from the mean that it explains.
        let gain: Float
    }

    var scorer: ShapeScorer { ShapeScorer(table) }

    func match(_ scorer: inout ShapeScorer) -> Match {
        scorer.measure(table)
        let found = best(&scorer)
        return Match(cell: cell(found, scorer), gain: found?.gain ?? 0)
    }

    private struct Choice {
        let shape: Int
        let gain: Float
        let products: SIMD3<Float>
    }

    private func cell(_ choice: Choice?, _ scorer: ShapeScorer) -> ArtCell {
        let shape = table.shapes[choice?.shape ?? 0]
        var fit = ColorFit(shape, scorer.lights)
        if let choice {
            fit.mix(ColorFit(shape.sums, choice.products, means: scorer.means), share: ShapeMatcher.codeFitWeight)
        }
        let (ink, paper) = fit.colors
        // An invisible shape becomes a blank, if the charset has one.
        var cell = ArtCell(ink == paper ? table.shapes[0].cluster : shape.cluster)
        (cell.foreground, cell.background) = (ink, paper)
        return cell
    }

    /// `nil` if no shape is visible.
    private func best(_ scorer: inout ShapeScorer) -> Choice? {
        var best: Choice?
        while true {
            let place = scorer.greatest()
            let bound = scorer.gains[place]
            guard bound > max(best?.gain ?? 0, ShapeMatcher.minVisibleGain) else { return best }
            let candidate = scorer.candidate(place, table)
            let gain = gain(table.shapes[candidate.shape].sums, candidate.products, scorer.means)
            if gain > best?.gain ?? 0 {
                best = Choice(shape: candidate.shape, gain: gain, products: candidate.products)
            }
            scorer.drop(place)
        }
    }

    private func gain(_ shape: Shape.Sums, _ products: SIMD3<Float>, _ means: SIMD3<Float>) -> Float {
        var sum: Float = 0
        for channel in 0..<3 {
            sum += ShapeMatcher.weights[channel] * shape.gain(products[channel], over: means[channel])
        }
        return sum
    }
}

extension Shape.Sums {
    /// The part explained with both colours within 0 to 4,080; `mean` is that of the cell.
    fileprivate func gain(_ product: Float, over mean: Float) -> Float {
        let difference = product / variance
        let (b, f) = (-self.mean * difference, (1 - self.mean) * difference)
        let range = -mean...(4_080 - mean)
        if range.contains(f), range.contains(b) { return product * difference }
        var best: Float = 0
        if !range.contains(f) {
            let f = min(max(f, range.lowerBound), range.upperBound)
            let b = (-product - f * edge) / paper
            best = explained(product, f, min(max(b, range.lowerBound), range.upperBound))
        }
        if !range.contains(b) {
            let b = min(max(b, range.lowerBound), range.upperBound)
            let f = (product - b * edge) / ink
            best = max(best, explained(product, min(max(f, range.lowerBound), range.upperBound), b))
        }
        return best
    }

    private func explained(_ product: Float, _ f: Float, _ b: Float) -> Float {
        2 * product * (f - b) - (f * f * ink + 2 * f * b * edge + b * b * paper)
    }
}

/// Scratch space for comparing one or two cells with every shape of a table.
struct ShapeScorer {
    /// Three channels of 16 times the sRGB codes, less their mean, in the order of glyph pixels.
    private(set) var samples: [Int16]
    /// The same samples in linear light from 0 to 65,535, including the mean: cell by cell, three channels each.
    private(set) var lights: [Float]
    /// The means of the codes.
    private(set) var means = SIMD3<Float>()
    /// The gain at each place of each bank, one bank after the other.
    private(set) var gains: [Float]

    static let pixels = Glyph.width * Glyph.height

    /// The number of cells of a shape.
    private let cells: Int
    private var parts = [Int16](repeating: 0, count: 3 * CellParts.count)
    private var sums: [Int32]

    init(_ table: ShapeTable) {
        cells = table.cells
        let count = table.banks.reduce(0) { $0 + $1.count }
        samples = Array(repeating: 0, count: 3 * ShapeScorer.pixels * table.cells)
        lights = Array(repeating: 0, count: 3 * ShapeScorer.pixels * table.cells)
        sums = Array(repeating: 0, count: 3 * count)
        gains = Array(repeating: 0, count: count)
    }

    /// Loads the samples of a cell, and of the next one if shapes are two cells wide.
    mutating func load(_ grid: SampleGrid, column: Int, row: Int) {
        for channel in 0..<3 {
            let first = load(grid, channel, column, row, part: 0)
            guard cells > 1 else {
                means[channel] = Float(first) / Float(ShapeScorer.pixels)
                continue
            }
            let second = load(grid, channel, column + 1, row, part: 1)
            center(channel, first, second)
        }
    }

    /// Returns the sum of the codes.
    private mutating func load(_ grid: SampleGrid, _ channel: Int, _ column: Int, _ row: Int, part: Int) -> Int32 {
        let place = (channel * cells + part) * ShapeScorer.pixels
        let light = (part * 3 + channel) * ShapeScorer.pixels
        let start = row * Glyph.height * grid.width + column * Glyph.width
        return textart_load(
            grid.channels[channel], Int64(start), Int32(grid.width), LinearLight.fineCode, &samples, Int64(place),
            &lights, Int64(light))
    }

    /// Each cell was centred on its own mean; shifts both to the mean of the pair.
    private mutating func center(_ channel: Int, _ first: Int32, _ second: Int32) {
        let count = Int32(ShapeScorer.pixels)
        let mean = (first + second + count) / (2 * count)
        means[channel] = Float(first + second) / Float(2 * count)
        for (part, sum) in [first, second].enumerated() {
            let shift = Int16((sum + count / 2) / count - mean)
            let place = (2 * channel + part) * ShapeScorer.pixels
            for index in place..<place + ShapeScorer.pixels { samples[index] += shift }
        }
    }

    /// Computes how much of the cell's squared deviation each shape explains when its two colours are unconstrained.
    /// The table is a parameter, and its banks are read by index, because anything else would retain its arrays for
    /// every cell.
    mutating func measure(_ table: ShapeTable) {
        var place = 0
        for index in table.banks.indices {
            let (count, isCoarse) = (table.banks[index].count, table.banks[index].unit == 1)
            let firstSum = Int64(3 * place)
            if isCoarse { CellParts.sum(samples, into: &parts) }
            textart_correlate(
                table.banks[index].values, Int32(table.banks[index].pairs), Int32(count), isCoarse ? parts : samples,
                &sums, firstSum)
            textart_gains(
                sums, firstSum, table.banks[index].scales, ShapeMatcher.weights, Int32(count), &gains, Int64(place))
            place += count
        }
    }

    /// The index of the greatest gain in `gains`.
    func greatest() -> Int {
        Int(textart_greatest(gains, Int32(gains.count)))
    }

    /// Excludes an index of `gains` from the search.
    mutating func drop(_ place: Int) { gains[place] = -1 }

    /// Returns the shape at an index of `gains` and its inner product with each channel, in full pixels.
    func candidate(_ place: Int, _ table: ShapeTable) -> (shape: Int, products: SIMD3<Float>) {
        var start = 0
        for index in table.banks.indices {
            let count = table.banks[index].count
            guard place >= start + count else {
                let first = 3 * start + place - start
                let products = SIMD3(Float(sums[first]), Float(sums[first + count]), Float(sums[first + 2 * count]))
                return (table.banks[index].shapes[place - start], products / table.banks[index].unit)
            }
            start += count
        }
        return (0, SIMD3())
    }
}

/// Makes art in free colours from symbols of which some are two cells wide. Each pair of cells holds a wide symbol or
/// two narrow ones, whichever explains more of the pair. An odd last cell holds a narrow one.
struct WideShapeMatcher {
    private let narrow: ShapeMatcher
    private let wide: ShapeMatcher
    /// Whether there are narrow symbols. If not, a blank fills odd cells only.
    private let hasNarrow: Bool

    /// - Precondition: at least one symbol is wide.
    init(_ symbols: [Symbol]) {
        let one = symbols.filter { $0.cells == 1 }
        hasNarrow = !one.isEmpty
        narrow = ShapeMatcher(one.isEmpty ? [Symbol(estimated: .blank)] : one)
        wide = ShapeMatcher(symbols.filter { $0.cells == 2 })
    }

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        var cells: [ArtCell] = []
        cells.reserveCapacity(grid.columns * grid.rows)
        var scorers = (narrow: narrow.scorer, wide: wide.scorer)
        for row in 0..<grid.rows {
            for column in stride(from: 0, to: grid.columns, by: 2) {
                if column + 1 < grid.columns {
                    cells += pair(&scorers, grid, column, row)
                } else {
                    scorers.narrow.load(grid, column: column, row: row)
                    cells.append(narrow.match(&scorers.narrow).cell)
                }
            }
        }
        return cells
    }

    private func pair(
        _ scorers: inout (narrow: ShapeScorer, wide: ShapeScorer), _ grid: SampleGrid, _ column: Int, _ row: Int
    ) -> [ArtCell] {
        scorers.wide.load(grid, column: column, row: row)
        let both = wide.match(&scorers.wide)
        let pair = [both.cell, ArtCell(nil, foreground: both.cell.foreground, background: both.cell.background)]
        guard hasNarrow else { return pair }
        scorers.narrow.load(grid, column: column, row: row)
        let (left, leftMean) = (narrow.match(&scorers.narrow), scorers.narrow.means)
        scorers.narrow.load(grid, column: column + 1, row: row)
        let right = narrow.match(&scorers.narrow)
        let step = leftMean - scorers.narrow.means
        // Two narrow cells also explain the difference of their means.
        let weights = SIMD3(ShapeMatcher.weights[0], ShapeMatcher.weights[1], ShapeMatcher.weights[2])
        let between = (step * step * weights).sum() * Float(ShapeScorer.pixels) / 2
        let isNarrow = left.gain + right.gain + between > both.gain || both.gain == 0
        return isNarrow ? [left.cell, right.cell] : pair
    }
}
