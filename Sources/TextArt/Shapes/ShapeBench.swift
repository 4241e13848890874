internal import CTextArt

/// Room to measure one cell against every shape of a table.
struct ShapeBench {
    /// Three channels of sRGB codes times sixteen, less their mean; in the order of a glyph's pixels.
    private(set) var samples = [Int16](repeating: 0, count: 3 * ShapeBench.pixels)
    /// The same in linear light from 0 to 65,535, mean and all.
    private(set) var lights = [Float](repeating: 0, count: 3 * ShapeBench.pixels)
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
        sums = Array(repeating: 0, count: 3 * count)
        gains = Array(repeating: 0, count: count)
    }

    /// Takes the samples of one cell.
    mutating func load(_ grid: SampleGrid, column: Int, row: Int) {
        for channel in 0..<3 {
            let first = channel * ShapeBench.pixels
            let start = row * Glyph.height * grid.width + column * Glyph.width
            let sum = grid.channels[channel].withUnsafeBufferPointer { plane in
                samples.withUnsafeMutableBufferPointer { samples in
                    lights.withUnsafeMutableBufferPointer { lights -> Int32 in
                        guard let plane = plane.baseAddress, let samples = samples.baseAddress,
                            let lights = lights.baseAddress
                        else { return 0 }
                        return textart_load(
                            plane + start, Int32(grid.width), LinearLight.fineCode, samples + first, lights + first)
                    }
                }
            }
            means[channel] = Float(sum) / Float(ShapeBench.pixels)
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
