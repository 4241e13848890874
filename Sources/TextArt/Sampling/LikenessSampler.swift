package import Domain

/// Computes a picture's likeness from its rows as they arrive. It reads a bounded number of pixels of any picture:
/// with a few lines of each area the result is the same within a bit or two.
package struct LikenessSampler: Sendable {
    /// Areas across and down.
    private static let side = 32
    /// The most rows of an area, and the most pixels of each.
    private static let (mostRows, mostPixels) = (4, 32)

    /// The smallest size along each side at which a picture should be decoded.
    package static let sufficient = 2 * side

    private let info: PictureInfo
    /// The rows to read, in their order, with the line of areas to which each belongs.
    private let plan: [(row: Int, line: Int)]
    private let columns: [StrideTo<Int>]
    private var sums: [Sum]
    private var (taken, planned) = (0, 0)

    fileprivate struct Sum {
        var red: UInt32 = 0
        var green: UInt32 = 0
        var blue: UInt32 = 0
        var pixels: UInt32 = 0
    }

    package init(info: PictureInfo) {
        self.info = info
        plan = (0..<Self.side).flatMap { line in
            Self.places(of: line, in: info.rowCount, most: Self.mostRows).map { (row: $0, line: line) }
        }
        columns = (0..<Self.side).map { Self.places(of: $0, in: info.rowWidth, most: Self.mostPixels) }
        sums = Array(repeating: Sum(), count: Self.side * Self.side)
    }

    /// At most `most` places, evenly spaced, of one of `side` parts of a length; at least one, so that parts of a short
    /// length overlap.
    private static func places(of part: Int, in length: Int, most: Int) -> StrideTo<Int> {
        let start = part * length / side
        let end = max(start + 1, (part + 1) * length / side)
        let step = (end - start + most - 1) / most
        return stride(from: start + (end - start - 1) % step / 2, to: end, by: step)
    }

    /// Adds the next stored row from the top.
    /// - Precondition: the row has `info.rowWidth` pixels.
    package mutating func take(row: Span<RGBA>) {
        while planned < plan.count, plan[planned].row == taken {
            add(row, to: plan[planned].line)
            planned += 1
        }
        taken += 1
    }

    private mutating func add(_ row: Span<RGBA>, to line: Int) {
        for column in 0..<Self.side {
            var sum = sums[line * Self.side + column]
            for place in columns[column] {
                let pixel = row[place]
                if info.hasAlpha {
                    sum.add(pixel)
                } else {
                    sum.red += UInt32(pixel.red)
                    sum.green += UInt32(pixel.green)
                    sum.blue += UInt32(pixel.blue)
                }
                sum.pixels += 1
            }
            sums[line * Self.side + column] = sum
        }
    }

    /// `nil` unless all rows have arrived.
    package var likeness: Likeness? {
        guard planned == plan.count else { return nil }
        let means = (0..<Self.side * Self.side).map { index in
            let place = info.orientation.stored(
                x: index % Self.side, y: index / Self.side, width: Self.side, height: Self.side)
            return sums[place.down * Self.side + place.across].mean
        }
        let frequencies = LowFrequencies(means.map { 0.299 * $0.red + 0.587 * $0.green + 0.114 * $0.blue })
        return Likeness(hash: frequencies.hash, isFlat: frequencies.isFlat, colors: Self.colors(means))
    }

    private static func colors(_ means: [(red: Float, green: Float, blue: Float)]) -> [UInt8] {
        let size = side / Likeness.areas
        return (0..<Likeness.areas * Likeness.areas).flatMap { area -> [UInt8] in
            let (left, top) = (area % Likeness.areas * size, area / Likeness.areas * size)
            var (red, green, blue): (Float, Float, Float) = (0, 0, 0)
            for y in top..<top + size {
                for x in left..<left + size {
                    let mean = means[y * side + x]
                    (red, green, blue) = (red + mean.red, green + mean.green, blue + mean.blue)
                }
            }
            let count = Float(size * size)
            let codes = [red, green, blue].map { UInt8(($0 / count).rounded()) }
            let color = OklabColor(RGB(red: codes[0], green: codes[1], blue: codes[2]))
            return [color.lightness * 2.55, 128 + color.greenRed * 2.55, 128 + color.blueYellow * 2.55].map { value in
                UInt8(min(max(value.rounded(), 0), 255))
            }
        }
    }
}

extension LikenessSampler.Sum {
    fileprivate var mean: (red: Float, green: Float, blue: Float) {
        (Float(red) / Float(pixels), Float(green) / Float(pixels), Float(blue) / Float(pixels))
    }

    /// Adds a pixel over white, onto which most programs flatten a picture.
    fileprivate mutating func add(_ pixel: RGBA) {
        let alpha = UInt32(pixel.alpha)
        let paper = 255 * (255 - alpha)
        red += (UInt32(pixel.red) * alpha + paper) / 255
        green += (UInt32(pixel.green) * alpha + paper) / 255
        blue += (UInt32(pixel.blue) * alpha + paper) / 255
    }
}

/// The amounts of a square plane's lowest spatial frequencies (DCT-II), without its mean.
private struct LowFrequencies {
    private static let side = 32
    /// The frequencies across and down that are computed, from 0.
    private static let count = 11
    /// The places of the 64 lowest frequencies but 0, from low to high, as `down * count + across`.
    private static let lowest: [Int] = {
        let all = (1..<count * count).map { place in
            (place: place, height: (place % count) * (place % count) + (place / count) * (place / count))
        }
        return all.sorted { ($0.height, $0.place) < ($1.height, $1.place) }.prefix(64).map(\.place)
    }()

    /// Half of the frequencies have a smaller amount than this in pictures without detail, where they are mostly the
    /// noise of the encoding.
    private static let noise: Float = 2

    private let amounts: [Float]

    init(_ plane: [Float]) {
        let (side, count) = (Self.side, Self.count)
        var lines = [Float](repeating: 0, count: side * count)
        for y in 0..<side {
            for across in 0..<count {
                var sum: Float = 0
                for x in 0..<side { sum += plane[y * side + x] * Cosines.table[across * side + x] }
                lines[y * count + across] = sum
            }
        }
        var all = [Float](repeating: 0, count: count * count)
        for down in 0..<count {
            for across in 0..<count {
                var sum: Float = 0
                for y in 0..<side { sum += lines[y * count + across] * Cosines.table[down * side + y] }
                all[down * count + across] = sum
            }
        }
        amounts = Self.lowest.map { all[$0] }
    }

    var hash: UInt64 {
        let median = Self.median(amounts)
        return amounts.reduce(0) { $0 << 1 | ($1 > median ? 1 : 0) }
    }

    var isFlat: Bool { Self.median(amounts.map { abs($0) }) < Self.noise }

    private static func median(_ values: [Float]) -> Float {
        let sorted = values.sorted()
        return (sorted[31] + sorted[32]) / 2
    }

    /// The basis of the transform, orthonormal, one row for each frequency.
    private enum Cosines {
        static let table: [Float] = (0..<count).flatMap { frequency in
            (0..<side).map { place in
                let scale: Float = frequency == 0 ? 0.176_776_7 : 0.25
                return scale * cosine(frequency * (2 * place + 1))
            }
        }

        /// The cosine of a multiple of π/64, from the angle sum formula: the same bits on every machine.
        private static func cosine(_ multiple: Int) -> Float {
            var (real, imaginary) = (1.0, 0.0)
            for _ in 0..<multiple % 128 {
                // cos π/64 and sin π/64.
                (real, imaginary) = (
                    real * 0.998_795_456_205_172_4 - imaginary * 0.049_067_674_327_418_015,
                    real * 0.049_067_674_327_418_015 + imaginary * 0.998_795_456_205_172_4
                )
            }
            return Float(real)
        }
    }
}
