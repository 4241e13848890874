/// A page of jobs, newest first.
package struct JobList: Codable, Equatable, Sendable {
    package var jobs: [JobSummary]
    /// Give it as `after` to get the next page; none on the last one.
    package var next: String?

    package init(jobs: [JobSummary], next: String? = nil) {
        self.jobs = jobs
        self.next = next
    }
}
