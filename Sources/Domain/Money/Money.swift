/// An amount of a currency, in millionths: no fraction of a number is ever lost in a sum.
package struct Money: Hashable, Sendable, Codable {
    /// The largest amount that can be written.
    package static let most: Int64 = 1_000_000_000_000_000

    /// Millionths of the currency.
    package let micros: Int64
    /// Three capital letters (ISO 4217).
    package let currency: String

    package init(micros: Int64, currency: String) {
        self.micros = micros
        self.currency = currency
    }

    /// Reads an amount and its currency, such as `0.02 USD`: not below zero, at most six digits behind the point and at
    /// most a thousand million. `nil` when it is anything else.
    package init?(text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, let micros = Self.micros(words[0]), Self.isCurrency(words[1]) else { return nil }
        self.init(micros: micros, currency: words[1].uppercased())
    }

    /// With as many digits as are needed, two at least where the currency has smaller coins: `0.02 USD`, `1300 KRW`.
    package var text: String { decimal + " " + currency }

    /// The number alone.
    package var decimal: String {
        let whole = micros.magnitude / 1_000_000
        let rest = String(micros.magnitude % 1_000_000)
        var digits = String(repeating: "0", count: 6 - rest.utf8.count) + rest
        let least = Self.withoutCoins.contains(currency) ? 0 : 2
        while digits.utf8.count > least, digits.last == "0" { digits.removeLast() }
        return (micros < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : "." + digits)
    }

    /// Stops at the largest number there is instead of overflowing.
    package static func + (one: Money, micros: Int64) -> Money {
        Money(micros: one.micros.saturatingSum(micros), currency: one.currency)
    }

    private static let withoutCoins: Set<String> = ["CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF"]

    private static func micros(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in !part.isEmpty && part.utf8.allSatisfy { (48...57).contains($0) } }
        guard areDigits, (1...2).contains(parts.count), let whole = Int64(parts[0]), whole <= most / 1_000_000 else {
            return nil
        }
        guard parts.count == 2 else { return whole * 1_000_000 }
        let digits = parts[1]
        guard digits.utf8.count <= 6, let part = Int64(digits + String(repeating: "0", count: 6 - digits.utf8.count))
        else { return nil }
        let sum = whole * 1_000_000 + part
        return sum <= most ? sum : nil
    }

    private static func isCurrency(_ text: Substring) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (65...90).contains($0 & 0xDF) }
    }
}

extension Int64 {
    /// Stops at the largest and the smallest number there is.
    package func saturatingSum(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other < 0 ? .min : .max
    }
}
