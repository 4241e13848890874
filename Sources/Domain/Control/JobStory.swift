/// A job and all that happened to it.
public struct JobStory: Equatable, Sendable {
    /// A state that it came to.
    public struct Step: Equatable, Sendable {
        public let state: JobState
        /// Milliseconds since 1970.
        public let at: Int64

        public init(state: JobState, at: Int64) {
            self.state = state
            self.at = at
        }
    }

    public let entry: JobEntry
    /// Oldest first; the last one is where it stands.
    public let steps: [Step]
    /// Its newest call of a backend, `nil` when there was none.
    public let call: Call?
    public let cost: JobCost

    public init(entry: JobEntry, steps: [Step], call: Call? = nil, cost: JobCost = JobCost()) {
        self.entry = entry
        self.steps = steps
        self.call = call
        self.cost = cost
    }

    public var job: Job { entry.job }
}
