/// What became of many jobs.
package struct BulkOutcome: Equatable, Sendable {
    package struct Refused: Equatable, Sendable {
        package let job: JobID
        package let failure: ControlFailure

        package init(job: JobID, failure: ControlFailure) {
            self.job = job
            self.failure = failure
        }
    }

    /// The newest first.
    package var done: [JobID]
    package var refused: [Refused]

    package init(done: [JobID] = [], refused: [Refused] = []) {
        self.done = done
        self.refused = refused
    }
}
