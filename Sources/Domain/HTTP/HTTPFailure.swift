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
