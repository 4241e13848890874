package import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    package func page(_ query: JobQuery) async throws(RepositoryFailure) -> JobPage {
        var conditions = ["forgotten = 0"]
        var values: [SQLiteValue] = []
        if !query.states.isEmpty {
            conditions.append("state IN (\(query.states.map { _ in "?" }.joined(separator: ", ")))")
            values += query.states.map { .text($0) }
        }
        if let folder = query.folder {
            conditions.append("folder = ?")
            values.append(.text(folder))
        }
        if let backend = query.backend {
            conditions.append(JobRecord.isAsked)
            values.append(.text(backend))
        }
        if let since = query.since {
            conditions.append("changed >= ?")
            values.append(.integer(since))
        }
        if let after = query.after {
            conditions.append("id < ?")
            values.append(.text(after.text))
        }
        // One more than requested shows whether there are older jobs.
        let filter = conditions.joined(separator: " AND ")
        let sql = "SELECT \(JobRecord.columns), changed FROM jobs WHERE \(filter) ORDER BY id DESC LIMIT ?"
        let bound = values + [.integer(Int64(query.limit + 1))]
        let entries = try await reader.read { connection throws(RepositoryFailure) in
            try connection.rows(sql, bound, JobRecord.entry)
        }
        return JobPage(jobs: Array(entries.prefix(query.limit)), hasMore: entries.count > query.limit)
    }

    /// Endings are found with their index, beginnings with the primary key. Each subquery is limited before the union.
    package func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID] {
        let length = part.text.utf8.count
        let most = SQLiteValue.integer(Int64(limit))
        return try await reader.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT id FROM (SELECT id FROM jobs WHERE substr(id, -4) = ? AND substr(id, -\(length)) = ?
                    AND forgotten = 0 ORDER BY id DESC LIMIT ?)
                UNION SELECT id FROM (SELECT id FROM jobs WHERE id >= ? AND id < ? AND forgotten = 0
                    ORDER BY id DESC LIMIT ?)
                ORDER BY id DESC LIMIT ?
                """,
                [
                    .text(String(part.text.suffix(4))), .text(part.text), most, .text(part.text),
                    // `~` sorts after every character of an identifier.
                    .text(part.text + "~"), most, most,
                ]
            ) { row throws(RepositoryFailure) in try row.identifier(0) }
        }
    }

    package func story(_ job: JobID) async throws(RepositoryFailure) -> JobTimeline? {
        try await reader.read { connection throws(RepositoryFailure) in
            let entries = try connection.rows(
                "SELECT \(JobRecord.columns), changed FROM jobs WHERE id = ? AND forgotten = 0",
                [.text(job.text)], JobRecord.entry)
            guard let entry = entries.first else { return nil }
            return JobTimeline(
                entry: entry, steps: try JobHistory.steps(of: job, on: connection),
                call: try Self.lastCall(of: job, on: connection), cost: try Ledger.cost(of: job, on: connection))
        }
    }

    /// The creation time of a job, in milliseconds since 1970, and all its states, oldest first: the times of its story
    /// without reading its request. `nil` if there is no such job.
    package func steps(
        of job: JobID
    ) async throws(RepositoryFailure) -> (created: Int64, steps: [JobTimeline.Step])? {
        try await reader.read { connection throws(RepositoryFailure) in
            let created = try connection.rows(
                "SELECT created FROM jobs WHERE id = ? AND forgotten = 0", [.text(job.text)]
            ) { $0.integer(0) }
            guard let created = created.first else { return nil }
            return (created, try JobHistory.steps(of: job, on: connection))
        }
    }

    package func submit(
        _ submission: SubmittedJob, drop: Drop, key: SubmissionKey?, at utc: Int64
    ) async throws(RepositoryFailure) -> SubmittedJob {
        try await writer.write { connection throws(RepositoryFailure) in
            if let key, let earlier = try Self.submission(key, on: connection) { return earlier }
            var read = drop
            read.phase = .read
            guard try Self.insert(read, at: utc, on: connection) else { throw .failed(code: 19, "drop \(drop.id)") }
            try Self.insert(submission.job, at: utc, on: connection)
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

    package func submission(_ key: SubmissionKey) async throws(RepositoryFailure) -> SubmittedJob? {
        try await reader.read { connection throws(RepositoryFailure) in
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
