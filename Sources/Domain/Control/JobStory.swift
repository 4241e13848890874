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

    public init(entry: JobEntry, steps: [Step]) {
        self.entry = entry
        self.steps = steps
    }

    public var job: Job { entry.job }
}
