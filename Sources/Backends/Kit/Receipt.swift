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

    public init(reference: String? = nil, charged: Charged) {
        self.reference = reference
        self.charged = charged
    }
}
