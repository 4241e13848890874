package import Domain

/// Whether a service would take work now.
package enum BackendHealth: Equatable, Sendable {
    case ready
    case down(BackendFailure)
}
