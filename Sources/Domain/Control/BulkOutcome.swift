/// What became of many jobs.
public struct BulkOutcome: Equatable, Sendable {
    public struct Refused: Equatable, Sendable {
        public let job: JobID
        public let failure: ControlFailure

        public init(job: JobID, failure: ControlFailure) {
            self.job = job
            self.failure = failure
        }
    }

    /// The newest first.
    public var done: [JobID]
    public var refused: [Refused]

    public init(done: [JobID] = [], refused: [Refused] = []) {
        self.done = done
        self.refused = refused
    }
}
