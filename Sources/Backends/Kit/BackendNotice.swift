/// What a backend found out that a person should know, though its work goes on.
package enum BackendNotice: Equatable, Sendable {
    /// How weighty something is that was said.
    package enum Weight: Equatable, Sendable {
        case error
        case warning
        case info
        case debug
    }

    /// The service doesn't know a field of the request; it is left out from now on. Safe to show.
    case leavesOut(parameter: String, backend: String)
    /// A picture was made with another value than the one that was asked for. Safe to show.
    case differs(parameter: String, asked: String, used: String, backend: String)
    /// A program that works for a backend says something. One line, bounded, without secrets.
    case says(String, Weight, backend: String)
}
