/// What came of trying to stop work.
public enum CancelOutcome: Equatable, Sendable {
    case cancelled
    case notRunning
    case unsupported
    case requested
}
