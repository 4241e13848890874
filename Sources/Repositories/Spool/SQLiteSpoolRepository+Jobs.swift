package import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    /// States are returned as they are: what a `submitting` job has come to is not decided here.
    package func takeUp(
        limit: Int, after: JobID?, token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> [Job] {
        try await writer.write { connection throws(RepositoryFailure) in
            var jobs = try connection.rows(
                """
                SELECT \(JobRecord.columns) FROM jobs
                WHERE \(JobRecord.isUnfinished) AND id > ? ORDER BY id LIMIT ?
                """,
                [.text(after?.text ?? ""), .integer(Int64(limit))], JobRecord.read)
            for index in jobs.indices {
                jobs[index].token = max(token, jobs[index].token + 1)
                try connection.run(
                    "UPDATE jobs SET token = ?, changed = ? WHERE id = ?",
                    [.integer(jobs[index].token), .integer(utc), .text(jobs[index].id.text)])
            }
            return jobs
        }
    }

    /// `nil` for `picture` keeps the one that is there. At an end the job's names are free for others: from then on
    /// the files themselves hold them. A wait that only goes on longer is no new step of the job's story.
    package func move(
        _ job: JobID, to state: JobState, picture: StoredPicture?, token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> Bool {
        try await writer.write { connection throws(RepositoryFailure) in
            try Self.move(job, to: state, picture: picture, token: token, at: utc, on: connection)
        }
    }

    package func withdraw(_ job: JobID, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Bool {
        let withdrawn = SQLiteValue.text(try JSONText.of(DropFailure.withdrawn))
        return try await writer.write { connection throws(RepositoryFailure) in
            guard try Self.move(job, to: .cancelled, picture: nil, token: token, at: utc, on: connection) else {
                return false
            }
            try connection.run(
                "UPDATE drops SET failure = ? WHERE id = (SELECT drop_id FROM jobs WHERE id = ?) AND phase = 'read'",
                [withdrawn, .text(job.text)])
            return true
        }
    }

    package func noteCancel(_ job: JobID) async throws(RepositoryFailure) {
        try await writer.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                "UPDATE jobs SET cancel_asked = 1 WHERE id = ? AND \(JobRecord.isUnfinished)", [.text(job.text)])
        }
    }

    private static func move(
        _ job: JobID, to state: JobState, picture: StoredPicture?, token: Int64, at utc: Int64,
        on connection: Connection
    ) throws(RepositoryFailure) -> Bool {
        let changed = try connection.run(
            """
            UPDATE jobs SET state = ?, wait_until = ?, hold = ?, failure = ?,
            picture_digest = coalesce(?, picture_digest), picture_format = coalesce(?, picture_format),
            token = ?, changed = ? WHERE id = ? AND token <= ? AND \(JobRecord.isUnfinished)
            """,
            try StateRecord.values(state) + [
                SQLiteValue(picture?.digest.bytes), SQLiteValue(picture?.format.rawValue), .integer(token),
                .integer(utc), .text(job.text), .integer(token),
            ])
        guard changed == 1 else { return false }
        if state.isEnd { try Reservation.free(job, on: connection) }
        if try !JobHistory.isWaiting(job, alike: state, on: connection) {
            try JobHistory.add(state, of: job, at: utc, on: connection)
        }
        return true
    }

    /// A job that is staged again gives its old names back first, and may get them once more.
    package func stage(
        _ job: JobID, stem: String, parts: [OutputPart], taken: Set<String>, missingArt: PictureFailure?,
        token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> [OutputFile]? {
        try await writer.write { connection throws(RepositoryFailure) in
            let outboxes = try connection.rows(
                "SELECT outbox FROM jobs WHERE id = ? AND token <= ? AND \(JobRecord.isUnfinished)",
                [.text(job.text), .integer(token)]
            ) { $0.blob(0) }
            guard let outbox = outboxes.first else { return nil }
            let outputs = try Reservation(job: job, outbox: outbox, taken: taken)
                .reserve(stem, parts, on: connection)
            try connection.run(
                """
                UPDATE jobs SET state = 'staged', wait_until = NULL, hold = NULL, failure = NULL, outputs = ?,
                missing_art = ?, token = ?, changed = ? WHERE id = ?
                """,
                [
                    .text(try JSONText.of(outputs)), SQLiteValue(try JSONText.ofAny(missingArt)), .integer(token),
                    .integer(utc), .text(job.text),
                ])
            try JobHistory.add(.staged, of: job, at: utc, on: connection)
            for digest in parts.compactMap(\.digest) {
                try connection.run(
                    "INSERT OR REPLACE INTO authors (digest, job_id) VALUES (?, ?)",
                    [.blob(digest.bytes), .text(job.text)])
            }
            return outputs
        }
    }

    package func author(of content: Digest) async throws(RepositoryFailure) -> JobID? {
        try await reader.read { connection throws(RepositoryFailure) in
            let found: [JobID] = try connection.rows(
                "SELECT job_id FROM authors WHERE digest = ?", [.blob(content.bytes)]
            ) { row throws(RepositoryFailure) in try row.identifier(0) }
            return found.first
        }
    }

    package func job(_ id: JobID) async throws(RepositoryFailure) -> Job? {
        try await reader.read { connection throws(RepositoryFailure) in
            try Self.job(id, on: connection)
        }
    }

    package func counts() async throws(RepositoryFailure) -> [String: Int] {
        let rows = try await reader.read { connection throws(RepositoryFailure) in
            try connection.rows("SELECT state, jobs FROM job_counts WHERE jobs > 0") {
                ($0.text(0), Int($0.integer(1)))
            }
        }
        return Dictionary(rows) { one, _ in one }
    }
}
