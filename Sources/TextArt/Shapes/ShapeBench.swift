internal import CTextArt

/// Room to measure one cell, or two of them, against every shape of a table.
struct ShapeBench {
    /// Three channels of sRGB codes times sixteen, less their mean; in the order of a glyph's pixels.
    private(set) var samples: [Int16]
    /// The same in linear light from 0 to 65,535, mean and all: cell by cell, three channels each.
    private(set) var lights: [Float]
    /// The codes' means.
    private(set) var means = SIMD3<Float>()
    /// One for each place of each bank, one bank after the other.
    private(set) var gains: [Float]

    static let pixels = Glyph.width * Glyph.height

    private let table: ShapeTable
    private let weights: [Float]
    private var parts = [Int16](repeating: 0, count: 3 * CellParts.count)
    private var sums: [Int32]

    /// `weights` say how much each channel counts.
    init(_ table: ShapeTable, weights: [Float]) {
        self.table = table
        self.weights = weights
        let count = table.banks.reduce(0) { $0 + $1.count }
        samples = Array(repeating: 0, count: 3 * ShapeBench.pixels * table.cells)
        lights = Array(repeating: 0, count: 3 * ShapeBench.pixels * table.cells)
        sums = Array(repeating: 0, count: 3 * count)
        gains = Array(repeating: 0, count: count)
    }

    /// Takes the samples of a cell, and of the next one where the shapes have two.
    mutating func load(_ grid: SampleGrid, column: Int, row: Int) {
        for channel in 0..<3 {
            let first = load(grid, channel, column, row, part: 0)
            guard table.cells > 1 else {
                means[channel] = Float(first) / Float(ShapeBench.pixels)
                continue
            }
            let second = load(grid, channel, column + 1, row, part: 1)
            center(channel, first, second)
        }
    }

    /// Answers the sum of the codes.
    private mutating func load(_ grid: SampleGrid, _ channel: Int, _ column: Int, _ row: Int, part: Int) -> Int32 {
        let place = (channel * table.cells + part) * ShapeBench.pixels
        let light = (part * 3 + channel) * ShapeBench.pixels
        let start = row * Glyph.height * grid.width + column * Glyph.width
        return grid.channels[channel].withUnsafeBufferPointer { plane in
            samples.withUnsafeMutableBufferPointer { samples in
                lights.withUnsafeMutableBufferPointer { lights -> Int32 in
                    guard let plane = plane.baseAddress, let samples = samples.baseAddress,
                        let lights = lights.baseAddress
                    else { return 0 }
                    return textart_load(
                        plane + start, Int32(grid.width), LinearLight.fineCode, samples + place, lights + light)
                }
            }
        }
    }

    /// Each cell came less its own mean; both are to be less that of the pair.
    private mutating func center(_ channel: Int, _ first: Int32, _ second: Int32) {
        let count = Int32(ShapeBench.pixels)
        let mean = (first + second + count) / (2 * count)
        means[channel] = Float(first + second) / Float(2 * count)
        for (part, sum) in [first, second].enumerated() {
            let shift = Int16((sum + count / 2) / count - mean)
            let place = (2 * channel + part) * ShapeBench.pixels
            for index in place..<place + ShapeBench.pixels { samples[index] += shift }
        }
    }

    /// How much of the cell's squared differences each shape explains when both its colours are free.
    mutating func measure() {
        var place = 0
        for bank in table.banks {
            let (count, start) = (Int32(bank.count), place)
            if bank.unit == 1 { sumParts() }
            sums.withUnsafeMutableBufferPointer { sums in
                guard let target = sums.baseAddress.map({ $0 + 3 * start }) else { return }
                textart_correlate(bank.values, Int32(bank.pairs), count, bank.unit == 1 ? parts : samples, target)
                gains.withUnsafeMutableBufferPointer { gains in
                    guard let first = gains.baseAddress else { return }
                    textart_gains(target, bank.scales, weights, count, first + start)
                }
            }
            place += bank.count
        }
    }

    private mutating func sumParts() {
        samples.withUnsafeBufferPointer { samples in
            parts.withUnsafeMutableBufferPointer { parts in
                guard let from = samples.baseAddress, let to = parts.baseAddress else { return }
                for channel in 0..<3 {
                    CellParts.sum(from + channel * ShapeBench.pixels, into: to + channel * CellParts.count)
                }
            }
        }
    }

    /// The place with the greatest gain.
    func greatest() -> Int {
        Int(textart_greatest(gains, Int32(gains.count)))
    }

    /// Takes a place out of the choice.
    mutating func drop(_ place: Int) { gains[place] = -1 }

    /// The shape at a place, and its inner product with each channel, in full pixels.
    func candidate(_ place: Int) -> (shape: Int, products: SIMD3<Float>) {
        var start = 0
        for bank in table.banks {
            guard place >= start + bank.count else {
                let first = 3 * start + place - start
                let products = SIMD3(
                    Float(sums[first]), Float(sums[first + bank.count]), Float(sums[first + 2 * bank.count]))
                return (bank.shapes[place - start], products / bank.unit)
            }
            start += bank.count
        }
        return (0, SIMD3())
    }
}
