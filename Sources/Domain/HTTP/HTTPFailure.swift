/// The reason why there is no complete response, distinguished by what the server may have done. `host` is the server's
/// name with its port if the URL has one; it is empty if the URL has no host. No case contains a URL, a header or a
/// body.
package enum HTTPFailure: Error, Equatable, Sendable {
    /// Nothing was sent to a server, so the request can be repeated safely. For `.inward`, `host` starts with the
    /// scheme and always has the port, as both decide whether it is allowed.
    case notSent(host: String, HTTPFault)
    /// At least one byte of the request was sent, but none of a response was received: the work may have been done.
    case sentNoAnswer(host: String, HTTPFault)
    /// The response is incomplete. `status` is set if its first line arrived; `received` is the number of body bytes.
    case partialAnswer(host: String, HTTPFault, status: Int?, received: Int)
    /// The response's header exceeds `limit`, in bytes.
    case headersTooLarge(host: String, limit: Int)
    /// The response's body exceeds `limit`, in bytes; `status` is the response's.
    case bodyTooLarge(host: String, status: Int, limit: Int)
    /// The caller cancelled. `wasSent`: the server may have received the request.
    case cancelled(host: String, wasSent: Bool)

    /// Whether the server may have received the request, so that repeating it may cost twice.
    package var wasSent: Bool {
        switch self {
        case .notSent: false
        case .sentNoAnswer, .partialAnswer, .headersTooLarge, .bodyTooLarge: true
        case .cancelled(_, let wasSent): wasSent
        }
    }
}

/// The cause of an incomplete exchange.
package struct HTTPFault: Error, Equatable, Sendable {
    package enum Reason: String, Equatable, Sendable, CaseIterable {
        /// The URL is malformed, or its scheme is neither http nor https.
        case address
        /// A header that is not allowed in a request.
        case header
        /// The host name can't be resolved.
        case resolve
        /// The connection was refused, or the host is unreachable.
        case connect
        /// The TLS handshake failed, or the certificate is not the server's.
        case tls
        /// The file of trusted certificates can't be read or has none; `about` is its path.
        case trust
        /// The proxy can't be reached, or refused the connection.
        case proxy
        /// The address belongs to a network that the request may not reach; `about` is the kind of network.
        case inward
        /// The `connect` or `total` limit was exceeded.
        case timeout
        /// No data for longer than `stall` within the body.
        case stalled
        /// The server closed the connection.
        case closed
        /// The response is not HTTP, or its encoding is broken.
        case malformed
        /// More redirects than allowed.
        case redirects
        /// The client was shut down.
        case stopped
        case other
    }

    package let reason: Reason
    /// libcurl's `CURLcode`, or the status with which a proxy refused; 0 if there is neither.
    package let code: Int
    /// Details, for the reasons that define them.
    package let about: String?

    package init(_ reason: Reason, code: Int = 0, about: String? = nil) {
        self.reason = reason
        self.code = code
        self.about = about
    }
}

/// The reason why a file of trusted certificates can't be used.
package enum CertificateFileProblem: Equatable, Sendable {
    case unreadable(FileFailure)
    /// The file has no certificate.
    case empty
}
