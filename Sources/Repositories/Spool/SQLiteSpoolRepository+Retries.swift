package import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    package func retryRule(of job: JobID) async throws(RepositoryFailure) -> RetryRule? {
        try await reader.read { connection throws(RepositoryFailure) in
            guard let found = try Self.job(job, on: connection) else { return nil }
            return try Self.retryRule(of: found, try Self.lastCall(of: job, on: connection), on: connection)
        }
    }

    private static func retryRule(
        of job: Job, _ call: Call?, on connection: Connection
    ) throws(RepositoryFailure) -> RetryRule {
        var line: (charge: Charge, isPriced: Bool)?
        if let call { line = try Ledger.line(of: call.id, on: connection) }
        return RetryRule(job, lastCall: call, charge: line?.charge, isPriced: line?.isPriced == true)
    }

    /// Nobody else owns a job that has ended, so the token is not compared; it never goes back.
    package func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64, at utc: Int64
    ) async throws(RepositoryFailure) -> Result<Job, RetryRefusal> {
        try await writer.write { connection throws(RepositoryFailure) in
            guard let found = try Self.job(job, on: connection) else { return .failure(.noSuchJob) }
            let call = try Self.lastCall(of: job, on: connection)
            let rule = try Self.retryRule(of: found, call, on: connection)
            if let refusal = rule.refusal(mayPayTwice: mayPayTwice) { return .failure(refusal) }
            let fetched = rule.fetchedAgain(mayPayTwice: mayPayTwice, at: utc)
            if let fetched { try Self.renew(fetched, at: utc, on: connection) }
            if let call, let failure = rule.ending(mayPayTwice: mayPayTwice) {
                try connection.run(
                    "UPDATE calls SET phase = 'settled', failure = ?, changed = ? WHERE id = ?",
                    [.text(try JSONText.of(failure)), .integer(utc), .text(call.id.text)])
                if failure == .unknown { try Ledger.settle(call.id, Settlement(.unknown), at: utc, on: connection) }
            }
            let state = rule.reopened(fetched, at: utc)
            try connection.run(
                """
                UPDATE jobs SET state = ?, wait_until = ?, hold = ?, failure = ?, outputs = '[]',
                \(rule.isPictureUseless ? "picture_digest = NULL, picture_format = NULL," : "")
                attempts = 0, retries = retries + 1, cancel_asked = 0, token = max(token, ?), changed = ? WHERE id = ?
                """,
                try StateRecord.values(state) + [.integer(token), .integer(utc), .text(job.text)])
            try JobHistory.add(state, of: job, at: utc, on: connection)
            guard let reopened = try Self.job(job, on: connection) else { throw .absent("job \(job)") }
            return .success(reopened)
        }
    }

    private static func renew(_ call: Call, at utc: Int64, on connection: Connection) throws(RepositoryFailure) {
        try connection.run(
            "UPDATE calls SET failure = NULL, fetch = ?, changed = ? WHERE id = ?",
            [SQLiteValue(try JSONText.ofAny(call.fetch)), .integer(utc), .text(call.id.text)])
    }

    package func approve(_ job: JobID, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Job? {
        try await writer.write { connection throws(RepositoryFailure) in
            let changed = try connection.run(
                """
                UPDATE jobs SET state = 'queued', wait_until = NULL, hold = NULL, failure = NULL, approved = 1,
                token = max(token, ?), changed = ? WHERE id = ? AND state = 'held'
                """,
                [.integer(token), .integer(utc), .text(job.text)])
            guard changed == 1 else { return nil }
            try JobHistory.add(.queued, of: job, at: utc, on: connection)
            return try Self.job(job, on: connection)
        }
    }

    static func job(_ id: JobID, on connection: Connection) throws(RepositoryFailure) -> Job? {
        try connection.rows(
            "SELECT \(JobRecord.columns) FROM jobs WHERE id = ? AND forgotten = 0", [.text(id.text)], JobRecord.read
        ).first
    }
}
