internal import Domain
internal import PlatformSQLite

/// Jobs submitted over the control socket, with the keys by which a repeated submission is recognised.
struct SQLiteSubmissionRepository: SubmissionRepository {
    let database: SpoolDatabase

    func submit(
        _ submission: SubmittedJob, drop: Drop, key: SubmissionKey?, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> SubmittedJob {
        try await database.write { connection throws(RepositoryFailure) in
            if let key, let earlier = try Self.submission(key, on: connection) { return earlier }
            var read = drop
            read.phase = .read
            guard try DropRecord.insert(read, at: utc, on: connection) else {
                throw .failed(code: 19, "drop \(drop.id)")
            }
            try JobRecord.insert(submission.job, at: utc, on: connection)
            if let key {
                try connection.run(
                    "INSERT INTO submissions (user, key, job_id, content) VALUES (?, ?, ?, ?)",
                    [
                        .integer(Int64(key.user)), .text(key.text), .text(submission.job.id.text),
                        SQLiteValue(submission.content?.bytes),
                    ])
            }
            return submission
        }
    }

    func submission(_ key: SubmissionKey) async throws(RepositoryFailure) -> SubmittedJob? {
        try await database.read { connection throws(RepositoryFailure) in
            try Self.submission(key, on: connection)
        }
    }

    private static func submission(
        _ key: SubmissionKey, on connection: Connection
    ) throws(RepositoryFailure) -> SubmittedJob? {
        let sent = try connection.rows(
            "SELECT job_id, content FROM submissions WHERE user = ? AND key = ?",
            [.integer(Int64(key.user)), .text(key.text)]
        ) { row throws(RepositoryFailure) in (job: row.text(0), content: try row.digestIfAny(1)) }.first
        guard let sent else { return nil }
        return try connection.rows(
            "SELECT \(JobRecord.columns) FROM jobs WHERE id = ?", [.text(sent.job)], JobRecord.read
        ).first.map { SubmittedJob(job: $0, content: sent.content) }
    }
}
