/// The look of a picture in 57 bytes: enough to recognise it after it was resized, encoded again or edited a little.
package struct Likeness: Hashable, Sendable {
    /// The size of the coarse picture, in areas along each side, whose colours are kept.
    package static let areas = 4

    /// One bit for each of the 64 lowest spatial frequencies of the luma: whether its amount is above the median.
    /// Pictures that look alike differ in few bits.
    package let hash: UInt64
    /// Whether the picture has so little detail that its hash is noise.
    package let isFlat: Bool
    /// The mean colour of each area, row by row: lightness, green to red and blue to yellow in Oklab, in steps of
    /// 1/255. The last two are 128 for greys.
    package let colors: [UInt8]

    /// - Precondition: there are three bytes for each area.
    package init(hash: UInt64, isFlat: Bool, colors: [UInt8]) {
        precondition(colors.count == Self.colorBytes, "three bytes for each area")
        self.hash = isFlat ? 0 : hash
        self.isFlat = isFlat
        self.colors = colors
    }

    package static let colorBytes = 3 * areas * areas
    private static let byteCount = 9 + colorBytes
    /// The first byte tells the version, so that another way to compute likenesses never meets this one.
    private static let (detailed, flat): (UInt8, UInt8) = (0x10, 0x11)

    /// The stored form.
    package var bytes: [UInt8] {
        let hashed = (0..<8).map { UInt8(truncatingIfNeeded: hash >> UInt64(56 - 8 * $0)) }
        return [isFlat ? Self.flat : Self.detailed] + hashed + colors
    }

    /// `nil` for anything but the bytes of a likeness.
    package init?(bytes: [UInt8]) {
        guard bytes.count == Self.byteCount, bytes[0] == Self.detailed || bytes[0] == Self.flat else { return nil }
        var hash: UInt64 = 0
        for byte in bytes[1...8] { hash = hash << 8 | UInt64(byte) }
        self.init(hash: hash, isFlat: bytes[0] == Self.flat, colors: Array(bytes[9...]))
    }
}

extension Likeness: TextCodable {
    /// Reads 114 hexadecimal characters, either case.
    package init?(text: String) {
        guard text.utf8.count == 2 * Self.byteCount else { return nil }
        let digits = text.utf8.compactMap(\.hexDigitValue)
        guard digits.count == 2 * Self.byteCount else { return nil }
        self.init(bytes: stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    package var text: String { bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

/// How much two pictures look alike.
package enum Resemblance: String, CaseIterable, Sendable {
    /// Probably the same picture in another size, format or quality.
    case duplicate
    case similar = "looks_like"
}

/// The difference of two pictures that look alike. The smaller it is, the more they do.
package struct LikenessDistance: Hashable, Comparable, Sendable {
    package let resemblance: Resemblance
    /// From 0 to below `farthest`: different bits and the difference of the colours, in equal parts. Duplicates come
    /// before pictures that only look alike.
    package let value: Int

    package static let farthest = 10_000
    private static let duplicates = 1_000

    fileprivate init(_ resemblance: Resemblance, bits: Int, color: Int) {
        self.resemblance = resemblance
        let sum = min(10 * bits + color, Self.duplicates - 1)
        value = resemblance == .duplicate ? sum : Self.duplicates + sum
    }

    package static func < (one: Self, other: Self) -> Bool { one.value < other.value }
}

extension Likeness {
    /// The bounds of each resemblance: different bits of 64, and the mean difference of the areas' colours in thousandths
    /// of Oklab's scale. The eye sees a difference from about 10 on.
    private static let duplicate = (bits: 6, color: 80)
    private static let similar = (bits: 14, color: 160)
    /// Flat pictures have colours only, which many different ones share.
    private static let similarIfFlat = 30

    /// The largest number of different bits of pictures that look alike.
    package static var mostBits: Int { similar.bits }

    /// `nil` for pictures that don't look alike.
    package func distance(to other: Likeness) -> LikenessDistance? {
        guard isFlat == other.isFlat else { return nil }
        let bits = (hash ^ other.hash).nonzeroBitCount
        guard bits <= Self.similar.bits else { return nil }
        let color = colorDifference(to: other)
        if isFlat { return color <= Self.similarIfFlat ? LikenessDistance(.similar, bits: 0, color: color) : nil }
        guard color <= Self.similar.color else { return nil }
        let isDuplicate = bits <= Self.duplicate.bits && color <= Self.duplicate.color
        return LikenessDistance(isDuplicate ? .duplicate : .similar, bits: bits, color: color)
    }

    /// The root of the mean square over all areas, in tenths of an Oklab distance of 1/100.
    private func colorDifference(to other: Likeness) -> Int {
        var sum = 0
        for index in colors.indices {
            let difference = Int(colors[index]) - Int(other.colors[index])
            sum += difference * difference
        }
        let areas = Double(Self.areas * Self.areas)
        return Int((Double(sum) / areas).squareRoot() * 1_000 / 255)
    }
}
