/// What comes before a request's body.
public struct RequestHead: Equatable, Sendable {
    public let method: String
    /// As it was sent: path and query, percent-encoded; or a whole address.
    public let target: String
    /// Whether it is HTTP/1.1 or later, where `Host` is a must.
    public let isCurrent: Bool
    /// In the order in which they came.
    public let headers: [ServerHeader]
    public let peer: Peer

    public init(method: String, target: String, isCurrent: Bool = true, headers: [ServerHeader], peer: Peer) {
        self.method = method
        self.target = target
        self.isCurrent = isCurrent
        self.headers = headers
        self.peer = peer
    }

    /// The first header of that name, whatever its case.
    public subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}
