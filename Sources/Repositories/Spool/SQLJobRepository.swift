internal import Domain
internal import PlatformSQL

/// Stores the steps of jobs, from their resumption to their end.
struct SQLJobRepository: JobRepository {
    let database: any SQLStore

    func job(_ id: JobID) async throws(RepositoryFailure) -> Job? {
        try await database.read { connection throws(RepositoryFailure) in
            try JobRecord.find(id, on: connection)
        }
    }

    /// Returns states unchanged; the outcome of a `submitting` job is not decided here.
    func claimUnfinished(
        limit: Int, after: JobID?, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        try await database.write { connection throws(RepositoryFailure) in
            var jobs = try connection.rows(
                """
                SELECT \(JobRecord.columns) FROM jobs
                WHERE \(JobRecord.isUnfinished) AND NOT (\(JobRecord.isGated)) AND id > ? ORDER BY id LIMIT ?
                """,
                [.text(after?.text ?? ""), .integer(Int64(limit))], JobRecord.read)
            for index in jobs.indices {
                jobs[index].token = max(token, jobs[index].token + 1)
                try connection.run(
                    "UPDATE jobs SET token = ?, changed = ? WHERE id = ?",
                    [.integer(jobs[index].token), .time(utc), .text(jobs[index].id.text)])
            }
            return jobs
        }
    }

    func admitGated(
        except closed: Set<String>, limit: Int, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GateAdmission {
        let owner = database.owner
        return try await database.write { connection throws(RepositoryFailure) in
            let ids = try GatedJobs.first(limit, except: closed, on: connection)
            var jobs: [Job] = []
            for id in ids {
                let changed = try connection.run(
                    """
                    UPDATE jobs SET state = 'queued', wait_until = NULL, failure = NULL, gate = NULL, owner = ?,
                    token = max(token + 1, ?), changed = ? WHERE id = ? AND \(JobRecord.isGated)
                    """, [owner, .integer(token), .time(utc), .text(id.text)])
                guard changed == 1, let job = try JobRecord.find(id, on: connection) else { continue }
                try JobHistory.add(.queued, of: id, at: utc, on: connection)
                jobs.append(job)
            }
            return GateAdmission(jobs: jobs, waiting: try GatedJobs.count(on: connection))
        }
    }

    /// A final state frees the job's names, which from then on its files occupy. The outputs and the artwork are taken
    /// from `job`: reading them back from the row costs a third of a millisecond.
    func move(
        _ job: Job, to state: JobState, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Bool {
        let rules = database.notificationRules.current
        return try await database.write { connection throws(RepositoryFailure) in
            guard
                try Self.move(
                    job.id, to: state, picture: job.picture, token: token, at: utc, on: connection, telling: rules)
            else { return false }
            if state == .done {
                try Reservation.record(job, on: connection)
                try ArtworkRecord.record(job, at: utc, on: connection)
            }
            return true
        }
    }

    func withdraw(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        let withdrawn = SQLValue.text(try JSONText.of(DropFailure.withdrawn))
        return try await database.write { connection throws(RepositoryFailure) in
            guard
                try Self.move(
                    job, to: .cancelled, picture: nil, token: token, at: utc, on: connection, telling: .none)
            else { return false }
            try connection.run(
                "UPDATE drops SET failure = ? WHERE id = (SELECT drop_id FROM jobs WHERE id = ?) AND phase = 'read'",
                [withdrawn, .text(job.text)])
            return true
        }
    }

    func recordCancellation(_ job: JobID) async throws(RepositoryFailure) {
        try await database.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                "UPDATE jobs SET cancel_requested = 1 WHERE id = ? AND \(JobRecord.isUnfinished)", [.text(job.text)])
        }
    }

    /// `picture`: `nil` keeps the stored one. A wait that is only prolonged is not a new step in the history.
    private static func move(
        _ job: JobID, to state: JobState, picture: StoredPicture?, token: Int64, at utc: UTCMillis,
        on connection: any SQLConnection, telling rules: NotificationRules
    ) throws(RepositoryFailure) -> Bool {
        let changed = try connection.run(
            """
            UPDATE jobs SET state = ?, wait_until = ?, hold = ?, failure = ?, gate = ?,
            \(state.gate == nil ? "" : "owner = NULL,") picture_digest = coalesce(?, picture_digest), picture_format = coalesce(?, picture_format),
            token = ?, changed = ? WHERE id = ? AND token <= ? AND \(JobRecord.isUnfinished)
            """,
            try StateRecord.values(state) + [
                SQLValue(state.gate?.gate), SQLValue(picture?.digest.bytes), SQLValue(picture?.format.rawValue),
                .integer(token),
                .time(utc), .text(job.text), .integer(token),
            ])
        guard changed == 1 else { return false }
        if state.isEnd { try Reservation.free(job, on: connection) }
        if try !JobHistory.isWaiting(job, alike: state, on: connection) {
            try JobHistory.add(state, of: job, at: utc, on: connection, telling: rules)
        }
        return true
    }

    /// A job that is staged again first frees its earlier names and may get them again.
    func stage(
        _ staging: Staging, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> StageOutcome {
        let job = staging.job
        return try await database.write { connection throws(RepositoryFailure) in
            let outboxes = try connection.rows(
                "SELECT outbox FROM jobs WHERE id = ? AND token <= ? AND \(JobRecord.isUnfinished)",
                [.text(job.text), .integer(token)]
            ) { $0.blob(0) }
            guard let outbox = outboxes.first else { return .lost }
            let outcome = try Reservation(staging: staging, outbox: outbox).reserve(on: connection)
            guard case .staged(let outputs) = outcome else { return outcome }
            try connection.run(
                """
                UPDATE jobs SET state = 'staged', wait_until = NULL, hold = NULL, failure = NULL, outputs = ?,
                missing_art = ?, making = ?, token = ?, changed = ? WHERE id = ?
                """,
                [
                    .text(try JSONText.of(outputs)), SQLValue(try JSONText.ofAny(staging.missingArt)),
                    .text(try JSONText.of(staging.making)), .integer(token), .time(utc), .text(job.text),
                ])
            try JobHistory.add(.staged, of: job, at: utc, on: connection)
            for digest in staging.parts.filter(\.isText).compactMap(\.digest) {
                try connection.run(
                    """
                    INSERT INTO authors (digest, job_id) VALUES (?, ?)
                    ON CONFLICT (digest) DO UPDATE SET job_id = excluded.job_id
                    """,
                    [.blob(digest.bytes), .text(job.text)])
            }
            return outcome
        }
    }

    /// The job becomes this service's.
    func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Result<Job, RetryRefusal> {
        let owner = database.owner
        return try await database.write { connection throws(RepositoryFailure) in
            guard let found = try JobRecord.find(job, on: connection) else { return .failure(.noSuchJob) }
            // A refused drop's job needs its file first.
            guard found.request != nil || found.line != 0 else { return .failure(.sourceGone) }
            let call = try CallRecord.last(of: job, on: connection)
            let rule = try RetryRule(of: found, call, on: connection)
            if let refusal = rule.refusal(mayPayTwice: mayPayTwice) { return .failure(refusal) }
            let fetched = rule.fetchedAgain(mayPayTwice: mayPayTwice, at: utc)
            if let fetched { try Self.renew(fetched, at: utc, on: connection) }
            if let call, let failure = rule.ending(mayPayTwice: mayPayTwice) {
                try connection.run(
                    "UPDATE calls SET phase = 'settled', failure = ?, changed = ? WHERE id = ?",
                    [.text(try JSONText.of(failure)), .time(utc), .text(call.id.text)])
                if failure == .unknown { try Ledger.settle(call.id, Settlement(.unknown), at: utc, on: connection) }
            }
            let state = rule.reopened(fetched, at: utc)
            try connection.run(
                """
                UPDATE jobs SET state = ?, wait_until = ?, hold = ?, failure = ?, outputs = '[]',
                \(rule.isPictureUnusable ? "picture_digest = NULL, picture_format = NULL," : "")
                attempts = 0, retries = retries + 1, cancel_requested = 0, read_at = NULL, duplicate_of = NULL,
                owner = ?, token = \(JobRecord.takenOverToken), changed = ?
                WHERE id = ?
                """,
                try StateRecord.values(state) + [owner, .integer(token), .time(utc), .text(job.text)])
            try JobHistory.add(state, of: job, at: utc, on: connection)
            guard let reopened = try JobRecord.find(job, on: connection) else { throw .absent("job \(job)") }
            return .success(reopened)
        }
    }

    private static func renew(_ call: Call, at utc: UTCMillis, on connection: any SQLConnection)
        throws(RepositoryFailure)
    {
        try connection.run(
            "UPDATE calls SET failure = NULL, fetching = ?, changed = ? WHERE id = ?",
            [SQLValue(try JSONText.ofAny(call.fetch)), .time(utc), .text(call.id.text)])
    }

    func approve(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Job? {
        try await queue(job, where: "state = 'held'", setting: "approved = 1", token: token, at: utc)
    }

    func redeliver(_ job: JobID, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Job? {
        let hasPicture = "state = 'done' AND picture_digest IS NOT NULL"
        return try await queue(
            job, where: hasPicture, setting: "outputs = '[]', missing_art = NULL, attempts = 0, retries = retries + 1",
            token: token, at: utc)
    }

    /// Queues a job again that meets the condition.
    private func queue(
        _ job: JobID, where condition: String, setting columns: String, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Job? {
        let owner = database.owner
        return try await database.write { connection throws(RepositoryFailure) in
            let changed = try connection.run(
                """
                UPDATE jobs SET state = 'queued', wait_until = NULL, hold = NULL, failure = NULL, \(columns),
                owner = ?, token = \(JobRecord.takenOverToken), changed = ? WHERE id = ? AND \(condition)
                """,
                [owner, .integer(token), .time(utc), .text(job.text)])
            guard changed == 1 else { return nil }
            try JobHistory.add(.queued, of: job, at: utc, on: connection)
            return try JobRecord.find(job, on: connection)
        }
    }
}

extension RetryRule {
    /// The rule for a job and its newest call, with what the ledger says about that.
    init(of job: Job, _ call: Call?, on connection: any SQLConnection) throws(RepositoryFailure) {
        var line: (charge: Charge, isPriced: Bool)?
        if let call { line = try Ledger.line(of: call.id, on: connection) }
        self.init(job, lastCall: call, charge: line?.charge, isPriced: line?.isPriced == true)
    }
}
