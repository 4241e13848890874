/// What a backend says of a call.
public struct Receipt: Equatable, Sendable {
    public enum Charged: String, Equatable, Sendable {
        case yes
        case no
        case unknown
    }

    /// The provider's own number of the request.
    public let reference: String?
    public let charged: Charged
    /// With which the picture was made, where the provider says so.
    public let seed: UInt64?
    /// `nil` when the provider doesn't say.
    public let cost: ReportedCost?

    public init(
        reference: String? = nil, charged: Charged, seed: UInt64? = nil, cost: ReportedCost? = nil
    ) {
        self.reference = reference
        self.charged = charged
        self.seed = seed
        self.cost = cost
    }
}
