internal import Domain
internal import PlatformSQL

/// Stores which failures nobody has read yet, and counts refused drops.
struct SQLFailureRepository: FailureRepository {
    /// The condition of the index `jobs_unread`.
    static let isUnread = "state = 'failed' AND read_at IS NULL"

    let database: any SQLStore

    func markRead(_ job: JobID, at utc: UTCMillis) async throws(RepositoryFailure) {
        try await database.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                "UPDATE jobs SET read_at = ? WHERE id = ? AND \(Self.isUnread)", [.time(utc), .text(job.text)])
        }
    }

    func markAllRead(at utc: UTCMillis) async throws(RepositoryFailure) -> Int {
        try await database.write { connection throws(RepositoryFailure) in
            Int(
                try connection.run(
                    "UPDATE jobs SET read_at = ? WHERE \(Self.isUnread) AND forgotten = 0", [.time(utc)]))
        }
    }

    func refusals() async throws(RepositoryFailure) -> RefusalCounts {
        try await database.read { connection throws(RepositoryFailure) in
            let unread = try connection.rows(
                "SELECT count(*) FROM jobs WHERE \(Self.isUnread) AND request IS NULL AND forgotten = 0", []
            ) { Int($0.integer(0)) }
            let byCode = try connection.rows("SELECT code, drops FROM refusals", []) {
                ($0.text(0), Int($0.integer(1)))
            }
            return RefusalCounts(unread: unread.first ?? 0, byCode: Dictionary(byCode) { one, _ in one })
        }
    }
}
