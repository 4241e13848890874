/// An amount of money in millionths of its currency. Integers keep sums exact.
package struct Money: Hashable, Sendable, Codable {
    /// The largest amount that can be written, in millionths: 1,000,000,000 of the currency.
    package static let most: Int64 = 1_000_000_000_000_000

    /// Millionths of the currency.
    package let micros: Int64
    /// Three capital letters (ISO 4217).
    package let currency: String

    package init(micros: Int64, currency: String) {
        self.micros = micros
        self.currency = currency
    }

    /// Reads an amount and its currency, such as `0.02 USD`: not negative, at most six decimal places, at most
    /// 1,000,000,000. `nil` for anything else.
    package init?(text: String) {
        let words = text.split(separator: " ")
        guard words.count == 2, let micros = Self.micros(words[0]), Self.isCurrency(words[1]) else { return nil }
        self.init(micros: micros, currency: words[1].uppercased())
    }

    /// The amount and its currency, with as many decimal places as needed, but at least two where the currency has
    /// minor units: `0.02 USD`, `1300 KRW`.
    package var text: String { decimal + " " + currency }

    /// The amount without its currency.
    package var decimal: String {
        let whole = micros.magnitude / 1_000_000
        var digits = (micros.magnitude % 1_000_000).digits(6)
        let least = Self.withoutMinorUnits.contains(currency) ? 0 : 2
        while digits.utf8.count > least, digits.last == "0" { digits.removeLast() }
        return (micros < 0 ? "-" : "") + "\(whole)" + (digits.isEmpty ? "" : "." + digits)
    }

    /// Currencies without minor units.
    private static let withoutMinorUnits: Set<String> = ["CLP", "ISK", "JPY", "KRW", "PYG", "UGX", "VND", "XAF", "XOF"]

    private static func micros(_ text: Substring) -> Int64? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let whole = Int64(digits: parts[0]), whole <= most / 1_000_000 else {
            return nil
        }
        guard parts.count == 2 else { return whole * 1_000_000 }
        let places = parts[1].utf8.count
        guard 1...6 ~= places, let part = Int64(digits: parts[1] + String(repeating: "0", count: 6 - places)) else {
            return nil
        }
        let sum = whole * 1_000_000 + part
        return sum <= most ? sum : nil
    }

    private static func isCurrency(_ text: Substring) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (65...90).contains($0 & 0xDF) }
    }
}

extension Int64 {
    /// Returns the sum, clamped to the smallest and the largest `Int64` instead of overflowing.
    package func saturatingSum(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        guard overflows else { return sum }
        return other < 0 ? .min : .max
    }
}

/// The configured price of a backend's pictures.
package struct Price: Equatable, Sendable {
    /// A different price for a size, a quality, or both.
    package struct Exception: Equatable, Sendable {
        package let size: PictureSize?
        /// Lower case; compared with the request's quality without regard to case.
        package let quality: String?
        package let amount: Money

        package init(size: PictureSize?, quality: String?, amount: Money) {
            self.size = size
            self.quality = quality
            self.amount = amount
        }

        fileprivate func matches(_ size: PictureSize, _ quality: String?) -> Bool {
            (self.size == nil || self.size == size) && (self.quality == nil || self.quality == quality)
        }

        /// How specific the exception is. Size outranks quality.
        fileprivate var rank: Int { (size == nil ? 0 : 2) + (quality == nil ? 0 : 1) }
    }

    /// Prices per million tokens.
    package struct Tokens: Equatable, Sendable {
        package let input: Money
        package let output: Money

        package init(input: Money, output: Money) {
            self.input = input
            self.output = output
        }
    }

    package var perPicture: Money
    /// The exceptions, all in the currency of `perPicture`.
    package var exceptions: [Exception]
    /// The prices of tokens, in the currency of `perPicture`. Where the provider reports tokens, they give the cost,
    /// and `perPicture` is only the reserved estimate.
    package var perMillionTokens: Tokens?

    package init(perPicture: Money, exceptions: [Exception] = []) {
        self.perPicture = perPicture
        self.exceptions = exceptions
    }

    package var currency: String { perPicture.currency }

    /// Returns the amount to reserve for one picture: the most specific matching exception, else `perPicture`.
    package func estimate(size: PictureSize, quality: String?) -> Money {
        let matching = exceptions.filter { $0.matches(size, quality?.lowercased()) }
        return matching.max { $0.rank < $1.rank }?.amount ?? perPicture
    }

    /// Returns the price of the tokens, rounded up to a millionth; `nil` where tokens have no price.
    package func cost(of tokens: TokenCount) -> Money? {
        guard let price = perMillionTokens else { return nil }
        let sum = Self.micros(tokens.input, price.input).saturatingSum(Self.micros(tokens.output, price.output))
        return Money(micros: sum, currency: currency)
    }

    private static func micros(_ count: Int64, _ price: Money) -> Int64 {
        let (product, overflows) = max(0, count).multipliedReportingOverflow(by: price.micros)
        return overflows ? .max : (product.saturatingSum(999_999)) / 1_000_000
    }
}

/// The number of tokens that a provider reported for a call.
package struct TokenCount: Hashable, Sendable, Codable {
    package let input: Int64
    package let output: Int64

    package init(input: Int64, output: Int64) {
        self.input = input
        self.output = output
    }
}
