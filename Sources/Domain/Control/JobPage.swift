/// Some jobs of a long list.
public struct JobPage: Equatable, Sendable {
    /// Newest first.
    public let jobs: [JobEntry]
    /// Whether there are older ones.
    public let hasMore: Bool

    public init(jobs: [JobEntry], hasMore: Bool) {
        self.jobs = jobs
        self.hasMore = hasMore
    }
}
