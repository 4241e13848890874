package import Domain

/// What a backend says of a call.
package struct Receipt: Equatable, Sendable {
    package enum Charged: String, Equatable, Sendable {
        case yes
        case no
        case unknown
    }

    /// The provider's own number of the request.
    package let reference: String?
    package let charged: Charged
    /// With which the picture was made, where the provider says so.
    package let seed: UInt64?
    /// `nil` when the provider doesn't say.
    package let cost: Money?
    /// What it counted, `nil` when it doesn't say.
    package let tokens: TokenCount?
    /// After how many milliseconds it wants to be asked again, when this call used its limit up.
    package let pause: Int64?

    package init(
        reference: String? = nil, charged: Charged, seed: UInt64? = nil, cost: Money? = nil,
        tokens: TokenCount? = nil, pause: Int64? = nil
    ) {
        self.reference = reference
        self.charged = charged
        self.seed = seed
        self.cost = cost
        self.tokens = tokens
        self.pause = pause
    }
}
