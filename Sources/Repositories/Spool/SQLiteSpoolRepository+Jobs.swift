package import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    /// Returns states unchanged; the outcome of a `submitting` job is not decided here.
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

    /// `picture`: `nil` keeps the stored one. A final state frees the job's names, which from then on its files occupy.
    /// A wait that is only prolonged is not a new step in the history.
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

    package func recordCancellation(_ job: JobID) async throws(RepositoryFailure) {
        try await writer.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                "UPDATE jobs SET cancel_requested = 1 WHERE id = ? AND \(JobRecord.isUnfinished)", [.text(job.text)])
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

    /// A job that is staged again first frees its earlier names and may get them again.
    package func stage(
        _ job: JobID, stem: String, parts: [StagedOutput], taken: Set<String>, missingArt: PictureFailure?,
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

    /// An ended job has no other owner, so the token is not compared; it never decreases.
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
                \(rule.isPictureUnusable ? "picture_digest = NULL, picture_format = NULL," : "")
                attempts = 0, retries = retries + 1, cancel_requested = 0, token = max(token, ?), changed = ? WHERE id = ?
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

extension SQLiteSpoolRepository {
    /// Erases everything that describes the job. The rows of the job and its calls stay, because the ledger depends on
    /// them.
    package func forget(
        _ job: JobID, at utc: Int64
    ) async throws(RepositoryFailure) -> Result<ForgottenJob, ForgetRefusal> {
        try await writer.write { connection throws(RepositoryFailure) in
            guard let found = try Self.job(job, on: connection) else { return .failure(.noSuchJob) }
            guard found.state.isEnd else { return .failure(.notEnded(state: found.state.word)) }
            let pictures = try Self.pictures(of: found, on: connection)
            try Self.empty(found, at: utc, on: connection)
            return .success(ForgottenJob(outbox: found.outbox, outputs: found.outputs, pictures: pictures))
        }
    }

    /// The drop that produced only this job, once it is gone. `nil` if its file stays in its folder or other jobs came
    /// from it too.
    package func soleDrop(of job: JobID) async throws(RepositoryFailure) -> Drop? {
        try await reader.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT \(DropRecord.columns) FROM drops WHERE id = (SELECT drop_id FROM jobs WHERE id = ?) AND phase = 'gone'
                AND observed = 0 AND inode <> 0
                AND NOT EXISTS (SELECT 1 FROM jobs WHERE drop_id = drops.id AND forgotten = 0 AND id <> ?)
                """, [.text(job.text), .text(job.text)], DropRecord.read
            ).first
        }
    }

    private static func pictures(of job: Job, on connection: Connection) throws(RepositoryFailure) -> [Digest] {
        let bought = try connection.rows(
            "SELECT picture_digest FROM calls WHERE job_id = ? AND phase = 'fetched'", [.text(job.id.text)]
        ) { row throws(RepositoryFailure) in try row.digest(0) }
        return Array(Set(bought + [job.request.source.edited, job.picture?.digest].compactMap(\.self)))
    }

    private static func empty(_ job: Job, at utc: Int64, on connection: Connection) throws(RepositoryFailure) {
        let id = SQLiteValue.text(job.id.text)
        let nothing = Request(source: .prompt(""))
        try connection.run(
            """
            UPDATE jobs SET request = ?, name = x'', outbox = x'', reference = NULL, submitter = NULL, outputs = '[]',
            picture_digest = NULL, picture_format = NULL, edited_digest = NULL, forgotten = ? WHERE id = ?
            """, [.text(try JSONText.of(nothing)), .integer(utc), id])
        try connection.run(
            """
            UPDATE calls SET purchase_key = zeroblob(32), idempotency_key = '', phase = 'settled', handle = NULL,
            failure = NULL, fetch = NULL, picture_digest = NULL, picture_format = NULL, reference = NULL
            WHERE job_id = ?
            """, [id])
        for table in ["job_history", "outputs", "submissions"] {
            try connection.run("DELETE FROM \(table) WHERE job_id = ?", [id])
        }
        try emptyDrop(of: job, on: connection)
    }

    /// Erases the drop's data and the job's failure, but only once the drop is gone: its disposal needs the name and
    /// the failure. The name of an observed file is kept, because the file has to be recognised as processed.
    private static func emptyDrop(of job: Job, on connection: Connection) throws(RepositoryFailure) {
        let drop = SQLiteValue.text(job.drop.text)
        let isGone = try connection.finds(
            "SELECT 1 FROM drops WHERE id = ? AND phase = 'gone'", [drop])
        guard isGone else { return }
        try connection.run(
            "UPDATE jobs SET state = 'done', hold = NULL, failure = NULL WHERE id = ?", [.text(job.id.text)])
        try connection.run(
            """
            UPDATE drops SET path = x'', sidecar = NULL, content = NULL, failure = NULL WHERE id = ? AND observed = 0
            AND NOT EXISTS (SELECT 1 FROM jobs WHERE drop_id = drops.id AND forgotten = 0)
            """, [drop])
    }
}
