/// Why the socket that the service manager passed can't be served.
package enum PassedSocketFailure: Error, Equatable, Sendable {
    /// It is no Unix stream socket that listens. Its name in the socket unit, or empty.
    case notListening(name: String)
    /// More than one was passed.
    case several(Int)
    /// What was passed can't be used: an errno.
    case unusable(code: Int32)
}
