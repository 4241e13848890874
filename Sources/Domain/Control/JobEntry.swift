/// A job and when it changed last.
public struct JobEntry: Equatable, Sendable {
    public let job: Job
    /// Milliseconds since 1970.
    public let changed: Int64

    public init(job: Job, changed: Int64) {
        self.job = job
        self.changed = changed
    }
}
