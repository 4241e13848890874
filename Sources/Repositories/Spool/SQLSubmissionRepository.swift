internal import Domain
internal import PlatformSQL

/// Jobs submitted over the control socket, with the keys by which a repeated submission is recognised.
struct SQLSubmissionRepository: SubmissionRepository {
    let database: any SQLStore

    func submit(
        _ submission: SubmittedJobs, drop: Drop, key: SubmissionKey?, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> SubmittedJobs {
        let rules = database.notificationRules.current
        return try await database.write { connection throws(RepositoryFailure) in
            if let key, let earlier = try Self.submission(key, on: connection) { return earlier }
            try Self.insert(submission, of: drop, at: utc, on: connection, telling: rules)
            if let key {
                try connection.run(
                    "INSERT INTO submissions (submitter, key, drop_id, content) VALUES (?, ?, ?, ?)",
                    [
                        .integer(Int64(key.user)), .text(key.text), .text(drop.id.text),
                        SQLValue(submission.content?.bytes),
                    ])
            }
            return submission
        }
    }

    /// Stores a drop without a file, and its jobs.
    static func insert(
        _ submission: SubmittedJobs, of drop: Drop, at utc: UTCMillis, on connection: any SQLConnection,
        telling rules: NotificationRules
    ) throws(RepositoryFailure) {
        var read = drop
        read.phase = .read
        guard try DropRecord.insert(read, at: utc, on: connection) else {
            throw .failed(code: 19, "drop \(drop.id)")
        }
        for job in submission.jobs { try JobRecord.insert(job, at: utc, on: connection, telling: rules) }
    }

    /// The jobs of a drop that were not forgotten, by sample.
    static func jobs(of drop: String, on connection: any SQLConnection) throws(RepositoryFailure) -> [Job] {
        try connection.rows(
            "SELECT \(JobRecord.columns) FROM jobs WHERE drop_id = ? AND forgotten = 0 ORDER BY sample", [.text(drop)],
            JobRecord.read)
    }

    func submission(_ key: SubmissionKey) async throws(RepositoryFailure) -> SubmittedJobs? {
        try await database.read { connection throws(RepositoryFailure) in
            try Self.submission(key, on: connection)
        }
    }

    private static func submission(
        _ key: SubmissionKey, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> SubmittedJobs? {
        let sent = try connection.rows(
            "SELECT drop_id, content FROM submissions WHERE submitter = ? AND key = ?",
            [.integer(Int64(key.user)), .text(key.text)]
        ) { row throws(RepositoryFailure) in (drop: row.text(0), content: try row.digestIfAny(1)) }.first
        guard let sent else { return nil }
        let jobs = try jobs(of: sent.drop, on: connection)
        return jobs.first.map { SubmittedJobs($0, Array(jobs.dropFirst()), content: sent.content) }
    }
}
