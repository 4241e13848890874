public import Domain

/// A state that a job came to, and when.
public struct JobMoment: Equatable, Sendable {
    public let state: JobState
    /// Milliseconds since 1970.
    public let at: Int64
}
