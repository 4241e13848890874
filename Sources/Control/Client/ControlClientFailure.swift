package import ControlAPI
package import Domain

/// Why the service did not do what it was asked to do.
package enum ControlClientFailure: Error, Equatable, Sendable {
    /// None of the places has a socket.
    case noSocket(tried: [String])
    /// The socket is there and nobody answers, or the answer broke off.
    case unreachable(socket: String, HTTPFailure)
    /// The service's own words.
    case refused(Problem)
    /// What answers there is no textifyd, or another version of it.
    case garbled(socket: String, status: Int)
}
