/// A job and when it changed last.
package struct JobEntry: Equatable, Sendable {
    package let job: Job
    /// Milliseconds since 1970.
    package let changed: Int64

    package init(job: Job, changed: Int64) {
        self.job = job
        self.changed = changed
    }
}
