/// A ULID: 48 bits of milliseconds since 1970 and 80 random bits, written as 26 lower-case characters of Crockford's
/// base 32.
///
/// `Kind` makes identifiers of different things different types. Sorting by identifier sorts by time.
package struct Identifier<Kind>: Hashable, Comparable, Sendable {
    /// The upper 64 bits: 48 of time, 16 random.
    package let high: UInt64
    /// The lower 64 bits, all random.
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates the identifier of the `index`-th item made at `utc` from one `seed`. Items with the same time and seed
    /// sort by index.
    package init(utc: UTCMillis, seed: UInt64, index: Int = 0) {
        var rng = SplitMix64(seed: seed)
        let time = UInt64(max(0, utc.milliseconds)) & 0xFFFF_FFFF_FFFF
        let random = rng.next() >> 48
        // The upper bit stays clear, so that adding the index can't overflow.
        self.init(high: time << 16 | random, low: rng.next() >> 1 &+ UInt64(truncatingIfNeeded: index))
    }

    /// The smallest identifier made at `utc`.
    package init(firstAt utc: UTCMillis) {
        self.init(high: (UInt64(max(0, utc.milliseconds)) & 0xFFFF_FFFF_FFFF) << 16, low: 0)
    }

    /// Reads 26 characters of Crockford's base 32, either case. `nil` for anything else.
    package init?(text: String) {
        guard text.utf8.count == Self.length else { return nil }
        var high: UInt64 = 0
        var low: UInt64 = 0
        for character in text.utf8 {
            let digit = CrockfordBase32.values[Int(character)]
            // More than 128 bits: the first character has only three.
            guard digit < 32, high >> 59 == 0 else { return nil }
            high = high << 5 | low >> 59
            low = low << 5 | UInt64(digit)
        }
        self.init(high: high, low: low)
    }

    package init?(text: some StringProtocol) {
        self.init(text: String(text))
    }

    /// The 26 characters.
    package var text: String {
        var characters = [UInt8](repeating: 0, count: Self.length)
        var high = self.high
        var low = self.low
        for index in characters.indices.reversed() {
            characters[index] = CrockfordBase32.digits[Int(low & 31)]
            low = low >> 5 | high << 59
            high >>= 5
        }
        return String(decoding: characters, as: UTF8.self)
    }

    package static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.high, lhs.low) < (rhs.high, rhs.low)
    }

    private static var length: Int { 26 }
}

extension Identifier: CustomStringConvertible {
    package var description: String { text }
}

extension Identifier: TextCodable {}

/// Crockford's base 32.
enum CrockfordBase32 {
    /// The digits in the order of their values, in lower case.
    static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    /// The value of each byte as a digit of either case; 255 for others. Reading a page of a list looks up thousands.
    static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, digit) in digits.enumerated() {
            values[Int(digit)] = UInt8(value)
            if (97...122).contains(digit) { values[Int(digit) - 32] = UInt8(value) }
        }
        return values
    }()
}

/// Identifies a drop.
package typealias DropID = Identifier<Drop>
/// Identifies a job.
package typealias JobID = Identifier<Job>
/// Identifies one call of a backend.
package typealias CallID = Identifier<Call>

/// SplitMix64 by Steele, Lea and Flood. Every state occurs once in 2^64 steps; a seed always yields the same sequence.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number in `0 ..< 1` with 53 random bits.
    package mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
