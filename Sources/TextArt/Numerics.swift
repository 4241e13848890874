/// Fractional powers by multiplications and square roots, with the same bits on every machine.
enum FractionalPower {
    /// Bits of the exponent's fraction.
    private static let bits = 24

    /// - Precondition: base and exponent are not negative.
    static func of(_ base: Double, _ exponent: Double) -> Double {
        guard exponent != 1 else { return base }
        var rest = Int((exponent * Double(1 << bits)).rounded())
        var power = 1.0
        for _ in 0..<rest >> bits { power *= base }
        rest &= 1 << bits - 1
        var root = base
        for bit in stride(from: bits - 1, through: 0, by: -1) where rest & (1 << (bit + 1) - 1) != 0 {
            root = root.squareRoot()
            if rest >> bit & 1 == 1 { power *= root }
        }
        return power
    }
}
