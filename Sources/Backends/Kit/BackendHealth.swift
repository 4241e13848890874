public import Domain

/// Whether a service would take work now.
public enum BackendHealth: Equatable, Sendable {
    case ready
    case down(BackendFailure)
}
