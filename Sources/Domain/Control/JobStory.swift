/// A job and all that happened to it.
package struct JobStory: Equatable, Sendable {
    /// A state that it came to.
    package struct Step: Equatable, Sendable {
        package let state: JobState
        /// Milliseconds since 1970.
        package let at: Int64

        package init(state: JobState, at: Int64) {
            self.state = state
            self.at = at
        }
    }

    package let entry: JobEntry
    /// Oldest first; the last one is where it stands.
    package let steps: [Step]
    /// Its newest call of a backend, `nil` when there was none.
    package let call: Call?
    package let cost: JobCost

    package init(entry: JobEntry, steps: [Step], call: Call? = nil, cost: JobCost = JobCost()) {
        self.entry = entry
        self.steps = steps
        self.call = call
        self.cost = cost
    }

    package var job: Job { entry.job }
}
