/// Why there is no whole answer, told apart by what the server may have done. `host` is the server's name with its port
/// where one was given, empty where the address has none; no case holds an address, a header or a body.
package enum HTTPFailure: Error, Equatable, Sendable {
    /// Nothing of the request reached a server. Asking again is harmless. For `.inward`, `host` begins with the scheme and
    /// always has the port: both decide whether it is allowed.
    case notSent(host: String, HTTPFault)
    /// At least a byte of the request went out and not one of an answer came back: the work may have been done.
    case sentNoAnswer(host: String, HTTPFault)
    /// An answer began and did not end. `status` where its first line came; `received` bytes of its body.
    case partialAnswer(host: String, HTTPFault, status: Int?, received: Int)
    /// The answer's header is over the bound.
    case headersTooLarge(host: String, limit: Int)
    /// The answer's body is over the bound; `status` is the answer's.
    case bodyTooLarge(host: String, status: Int, limit: Int)
    /// The asker gave up. `wasSent`: the server may have seen the request.
    case cancelled(host: String, wasSent: Bool)

    /// Whether the server may have seen the request, so that asking again may cost twice.
    package var wasSent: Bool {
        switch self {
        case .notSent: false
        case .sentNoAnswer, .partialAnswer, .headersTooLarge, .bodyTooLarge: true
        case .cancelled(_, let wasSent): wasSent
        }
    }
}

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

/// Why a file of trusted certificates can't be used.
package enum CertificateFileProblem: Equatable, Sendable {
    case unreadable(FileFailure)
    /// There is no certificate in it.
    case empty
}
