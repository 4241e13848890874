/// Some jobs of a long list.
package struct JobPage: Equatable, Sendable {
    /// Newest first.
    package let jobs: [JobEntry]
    /// Whether there are older ones.
    package let hasMore: Bool

    package init(jobs: [JobEntry], hasMore: Bool) {
        self.jobs = jobs
        self.hasMore = hasMore
    }
}
