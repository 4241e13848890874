extension BinaryInteger {
    /// With noughts before it, as many digits as `width` at least. Not below zero.
    package func digits(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
    }
}
