/// What a backend found out that a person should know, though its work goes on.
public enum BackendNotice: Equatable, Sendable {
    /// The service doesn't know a field of the request; it is left out from now on. Safe to show.
    case leavesOut(parameter: String, backend: String)
}
