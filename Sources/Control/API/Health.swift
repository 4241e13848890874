/// The answer of `/healthz` and `/readyz`.
public struct Health: Codable, Equatable, Sendable {
    /// `ok`; for `/readyz` the phase's word while it is not ready.
    public var status: String

    public init(status: String) {
        self.status = status
    }
}
