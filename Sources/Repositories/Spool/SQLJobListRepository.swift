internal import Domain
internal import PlatformSQL

/// Lists and describes jobs for clients.
struct SQLJobListRepository: JobListRepository {
    let database: any SQLStore

    func page(_ query: JobQuery) async throws(RepositoryFailure) -> JobPage {
        let states = query.states.map { _ in "?" }.joined(separator: ", ")
        let conditions: [(sql: String, values: [SQLValue])?] = [
            ("forgotten = 0", []), query.isUnread ? (SQLFailureRepository.isUnread, []) : nil,
            query.states.isEmpty ? nil : ("state IN (\(states))", query.states.map { .text($0) }),
            query.folder.map { ("folder = ?", [.text($0)]) },
            query.backend.map { (JobRecord.isFromBackend, [.text($0)]) },
            query.since.map { ("changed >= ?", [.time($0)]) },
            query.after.map { ("id < ?", [.text($0.text)]) },
        ]
        let tagged = query.tags.map { (sql: JobRecord.hasTag, values: [SQLValue.text($0)]) }
        let filters = conditions.compactMap(\.self) + tagged
        let filter = filters.map(\.sql).joined(separator: " AND ")
        let sql = "SELECT \(JobRecord.columns), changed FROM jobs WHERE \(filter) ORDER BY id DESC LIMIT ?"
        // One more than requested shows whether there are older jobs.
        let bound = filters.flatMap(\.values) + [.integer(Int64(query.limit + 1))]
        let entries = try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(sql, bound, JobRecord.entry)
        }
        return JobPage(jobs: Array(entries.prefix(query.limit)), hasMore: entries.count > query.limit)
    }

    func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID] {
        try await database.read { connection throws(RepositoryFailure) in
            try FragmentSearch(condition: "forgotten = 0").find(part, limit: limit, on: connection)
        }
    }

    func timeline(_ job: JobID) async throws(RepositoryFailure) -> JobTimeline? {
        try await database.read { connection throws(RepositoryFailure) in
            let entries = try connection.rows(
                "SELECT \(JobRecord.columns), changed FROM jobs WHERE id = ? AND forgotten = 0",
                [.text(job.text)], JobRecord.entry)
            guard let entry = entries.first else { return nil }
            return JobTimeline(
                entry: entry, steps: try JobHistory.steps(of: job, on: connection),
                call: try CallRecord.last(of: job, on: connection), cost: try Ledger.cost(of: job, on: connection),
                samples: try Self.samples(beside: entry.job, on: connection))
        }
    }

    private static func samples(beside job: Job, on connection: any SQLConnection) throws(RepositoryFailure)
        -> [SampleJob]
    {
        guard job.sample.isOneOfMany else { return [] }
        return try connection.rows(
            """
            SELECT id, sample, name, \(StateRecord.columns) FROM jobs
            WHERE drop_id = ? AND line = ? AND forgotten = 0 ORDER BY sample
            """, [.text(job.drop.text), .integer(Int64(job.line))]
        ) { row throws(RepositoryFailure) in
            SampleJob(
                id: try row.identifier(0), number: Int(row.integer(1)), name: FileName(bytes: row.blob(2)),
                state: try StateRecord.read(row, from: 3))
        }
    }

    func steps(
        of job: JobID
    ) async throws(RepositoryFailure) -> (created: UTCMillis, steps: [JobTimeline.Step])? {
        try await database.read { connection throws(RepositoryFailure) in
            let created = try connection.rows(
                "SELECT created FROM jobs WHERE id = ? AND forgotten = 0", [.text(job.text)]
            ) { $0.time(0) }
            guard let created = created.first else { return nil }
            return (created, try JobHistory.steps(of: job, on: connection))
        }
    }

    func counts() async throws(RepositoryFailure) -> [String: Int] {
        let rows = try await database.read { connection throws(RepositoryFailure) in
            try connection.rows("SELECT state, jobs FROM job_counts WHERE jobs > 0") {
                ($0.text(0), Int($0.integer(1)))
            }
        }
        return Dictionary(rows) { one, _ in one }
    }

    func retryRule(of job: JobID) async throws(RepositoryFailure) -> RetryRule? {
        try await database.read { connection throws(RepositoryFailure) in
            guard let found = try JobRecord.find(job, on: connection) else { return nil }
            return try RetryRule(of: found, try CallRecord.last(of: job, on: connection), on: connection)
        }
    }
}
