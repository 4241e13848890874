/// What came of trying to stop work.
package enum CancelOutcome: Equatable, Sendable {
    case cancelled
    case notRunning
    case unsupported
    case requested
}
