extension FixedWidthInteger {
    /// Parses ASCII digits and nothing else. `Int("+5")` would accept a sign, which ports, addresses, sizes and dates
    /// don't have. `nil` for an empty text and for a number that doesn't fit.
    package init?(digits text: some StringProtocol) {
        guard text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
        self.init(text, radix: 10)
    }
}
