/// Stores which failures nobody has read yet, and how many drops were refused.
package protocol FailureRepository: Sendable {
    /// Marks a failed job as read. Does nothing for other jobs, or if it is marked already. A retry removes the mark.
    func markRead(_ job: JobID, at utc: UTCMillis) async throws(RepositoryFailure)

    /// Marks every failed job as read. Returns the number of jobs that were not.
    func markAllRead(at utc: UTCMillis) async throws(RepositoryFailure) -> Int

    func refusals() async throws(RepositoryFailure) -> RefusalCounts
}

/// The numbers of refused drops and lines.
package struct RefusalCounts: Equatable, Sendable {
    /// The number of failed jobs without a request that nobody has marked as read.
    package let unread: Int
    /// The number of drops that were ever refused, by the reason's code. Never decreases.
    package let byCode: [String: Int]

    package init(unread: Int = 0, byCode: [String: Int] = [:]) {
        self.unread = unread
        self.byCode = byCode
    }
}
