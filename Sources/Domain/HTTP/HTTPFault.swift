/// Why an exchange came to no whole answer.
package struct HTTPFault: Error, Equatable, Sendable {
    package enum Reason: String, Equatable, Sendable, CaseIterable {
        /// The address is malformed, or neither http nor https.
        case address
        /// A header that can't stand in a request.
        case header
        /// No such name.
        case resolve
        /// Refused or unreachable.
        case connect
        /// No agreement on encryption, or a certificate that isn't the server's.
        case tls
        /// The file of trusted certificates can't be read or holds none; `about` is its path.
        case trust
        /// The proxy can't be reached, or refuses.
        case proxy
        /// The address leads into a network that the request may not reach; `about` is the kind of network.
        case inward
        /// Over `connect` or `total`.
        case timeout
        /// Silent for longer than `stall` within the body.
        case stalled
        /// The connection ended.
        case closed
        /// What came is not HTTP, or its encoding is broken.
        case malformed
        /// More redirects than allowed.
        case redirects
        /// The client was shut down.
        case stopped
        case other
    }

    package let reason: Reason
    /// libcurl's number (`CURLcode`), or the status with which a proxy refused; 0 where neither said so.
    package let code: Int
    /// What the fault is about, where the reason says so.
    package let about: String?

    package init(_ reason: Reason, code: Int = 0, about: String? = nil) {
        self.reason = reason
        self.code = code
        self.about = about
    }
}
