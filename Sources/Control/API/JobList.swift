/// A page of jobs, newest first.
public struct JobList: Codable, Equatable, Sendable {
    public var jobs: [JobSummary]
    /// Give it as `after` to get the next page; none on the last one.
    public var next: String?

    public init(jobs: [JobSummary], next: String? = nil) {
        self.jobs = jobs
        self.next = next
    }
}
