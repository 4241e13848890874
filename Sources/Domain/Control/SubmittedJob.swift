/// What was sent under a key: its job, and what it said, by which another request under the same key is told apart.
package struct SubmittedJob: Equatable, Sendable {
    package let job: Job
    /// The digest of what was sent; `nil` where an earlier version did not keep it.
    package let content: Digest?

    package init(job: Job, content: Digest?) {
        self.job = job
        self.content = content
    }
}
