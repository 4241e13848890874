/// Powers without the C library's maths, whose last bit differs from one machine to the next.
enum Power {
    /// `base` to the power of `exponent`, for a base of 0 to 1 and an exponent of 0 to 1, by its binary digits:
    /// each digit is a square root, which is exact to the last bit everywhere (IEEE 754).
    static func of(_ base: Double, _ exponent: Double) -> Double {
        guard base > 0 else { return 0 }
        var (root, rest, result) = (base, exponent, 1.0)
        for _ in 0..<40 {
            root = root.squareRoot()
            rest *= 2
            if rest >= 1 {
                result *= root
                rest -= 1
            }
        }
        return result
    }
}
