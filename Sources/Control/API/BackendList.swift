/// How the backends stand, by name.
public struct BackendList: Codable, Equatable, Sendable {
    public var backends: [BackendStatus]

    public init(backends: [BackendStatus]) {
        self.backends = backends
    }
}
