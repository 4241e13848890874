/// What becomes of a call of which nobody knows whether it was done: `on_unknown` of a backend.
public enum OnUnknown: String, Equatable, Sendable, CaseIterable {
    /// The job waits for a person.
    case hold
    /// It is sent again, and may cost twice.
    case retry
    case fail
}
