/// What a backend's pictures are configured to cost.
package struct Price: Equatable, Sendable {
    /// A size, a quality or both that cost something of their own.
    package struct Exception: Equatable, Sendable {
        package let size: PictureSize?
        /// As the request says it, in small letters.
        package let quality: String?
        package let amount: Money

        package init(size: PictureSize?, quality: String?, amount: Money) {
            self.size = size
            self.quality = quality
            self.amount = amount
        }

        fileprivate func fits(_ size: PictureSize, _ quality: String?) -> Bool {
            (self.size == nil || self.size == size) && (self.quality == nil || self.quality == quality)
        }

        /// How much of a request it names.
        fileprivate var rank: Int { (size == nil ? 0 : 2) + (quality == nil ? 0 : 1) }
    }

    /// Of a million tokens each.
    package struct Tokens: Equatable, Sendable {
        package let input: Money
        package let output: Money

        package init(input: Money, output: Money) {
            self.input = input
            self.output = output
        }
    }

    package var perPicture: Money
    /// All in the same currency.
    package var exceptions: [Exception]
    /// In the same currency. Where the provider counts tokens, these count, and `perPicture` is what is reserved before.
    package var perMillionTokens: Tokens?

    package init(perPicture: Money, exceptions: [Exception] = [], perMillionTokens: Tokens? = nil) {
        self.perPicture = perPicture
        self.exceptions = exceptions
        self.perMillionTokens = perMillionTokens
    }

    package var currency: String { perPicture.currency }

    /// What is reserved for one picture: the exception that names most of the request, else the plain price.
    package func estimate(size: PictureSize, quality: String?) -> Money {
        let fitting = exceptions.filter { $0.fits(size, quality?.lowercased()) }
        return fitting.max { $0.rank < $1.rank }?.amount ?? perPicture
    }

    /// What tokens cost, rounded up to a millionth; `nil` where tokens have no price.
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
