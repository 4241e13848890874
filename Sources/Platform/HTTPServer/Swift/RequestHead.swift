/// What comes before a request's body.
package struct RequestHead: Equatable, Sendable {
    package let method: String
    /// As it was sent: path and query, percent-encoded; or a whole address.
    package let target: String
    /// Whether it is HTTP/1.1 or later, where `Host` is a must.
    package let isCurrent: Bool
    /// In the order in which they came.
    package let headers: [ServerHeader]
    package let peer: Peer

    package init(method: String, target: String, isCurrent: Bool = true, headers: [ServerHeader], peer: Peer) {
        self.method = method
        self.target = target
        self.isCurrent = isCurrent
        self.headers = headers
        self.peer = peer
    }

    /// The first header of that name, whatever its case.
    package subscript(name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }
}
