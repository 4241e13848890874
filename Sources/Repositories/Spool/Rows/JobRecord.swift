internal import Domain
internal import PlatformSQL

/// The row of a job.
enum JobRecord {
    static let columns = """
        id, drop_id, line, folder, name, outbox, request, \(StateRecord.columns), picture_digest, picture_format, \
        outputs, attempts, token, created, retries, reference, submitter, approved, cancel_requested, missing_art, \
        sample, samples, naming, duplicate_of
        """
    /// The condition of the index `jobs_unfinished`. SQLite uses the index only for exactly this text.
    static let isUnfinished = "state NOT IN ('done', 'failed', 'cancelled')"

    /// The token of a job that a service makes its own, which is at least the given one. If another service has it in hand, a
    /// higher one tells it to stop.
    static let takenOverToken = "max(token + CASE WHEN owner IS NULL THEN 0 ELSE 1 END, ?)"

    /// The condition of the index `jobs_gated`, for jobs that wait for a gate.
    static let isGated = "state = 'waiting' AND gate IS NOT NULL"

    /// The condition for jobs whose picture comes from the given backend.
    static let isFromBackend = "backend = ?"

    /// The condition for jobs with the given tag.
    static let hasTag = "EXISTS (SELECT 1 FROM json_each(request, '$.tags') WHERE value = ?)"

    static func values(_ job: Job, at utc: UTCMillis) throws(RepositoryFailure) -> [SQLValue] {
        let name: [SQLValue] = [
            .text(job.id.text), .text(job.drop.text), .integer(Int64(job.line)), .text(job.folder),
            .blob(job.name.bytes), .blob(job.outbox.bytes), SQLValue(try JSONText.ofAny(job.request)),
        ]
        let rest: [SQLValue] = [
            SQLValue(job.picture?.digest.bytes), SQLValue(job.picture?.format.rawValue),
            .text(job.outputs.isEmpty ? "[]" : try JSONText.of(job.outputs)), .integer(Int64(job.attempts)),
            .integer(job.token),
            .time(job.created), .integer(Int64(job.retries)), SQLValue(job.reference),
            SQLValue(job.submitter.map(Int64.init)), .integer(job.isApproved ? 1 : 0),
            .integer(job.isCancelRequested ? 1 : 0), SQLValue(try JSONText.ofAny(job.missingArt)),
            .integer(Int64(job.sample.number)), .integer(Int64(job.sample.count)),
            .text(try JSONText.of(job.naming)), SQLValue(job.duplicateOf?.text), .time(utc),
        ]
        return name + (try StateRecord.values(job.state)) + rest
    }

    static func read(_ row: borrowing Row) throws(RepositoryFailure) -> Job {
        Job(
            id: try row.identifier(0), drop: try row.identifier(1), line: Int(row.integer(2)),
            sample: Sample(Int(row.integer(23)), of: Int(row.integer(24))), folder: row.text(3),
            name: FileName(bytes: row.blob(4)), outbox: FolderPath(bytes: row.blob(5)), request: try row.jsonIfAny(6),
            naming: try row.json(25), state: try StateRecord.read(row, from: 7), picture: try row.pictureIfAny(11),
            outputs: try row.json(13),
            missingArt: try row.jsonIfAny(22), attempts: Int(row.integer(14)), retries: Int(row.integer(17)),
            token: row.integer(15),
            created: row.time(16), reference: row.textIfAny(18),
            submitter: row.isNull(19) ? nil : UInt32(truncatingIfNeeded: row.integer(19)),
            isApproved: row.integer(20) != 0, isCancelRequested: row.integer(21) != 0,
            duplicateOf: row.isNull(26) ? nil : try row.identifier(26))
    }

    /// Reads a row of `columns` and, after them, the time of the job's last change.
    static func entry(_ row: borrowing Row) throws(RepositoryFailure) -> JobEntry {
        JobEntry(job: try read(row), changed: row.time(27))
    }

    static func find(_ id: JobID, on connection: any SQLConnection) throws(RepositoryFailure) -> Job? {
        try connection.rows(
            "SELECT \(columns) FROM jobs WHERE id = ? AND forgotten = 0", [.text(id.text)], read
        ).first
    }

    /// Returns `false` if the drop already has a job for that line and sample.
    @discardableResult
    static func insert(
        _ job: Job, at utc: UTCMillis, on connection: any SQLConnection, telling rules: NotificationRules = .none
    ) throws(RepositoryFailure) -> Bool {
        let changed = try connection.run(
            """
            INSERT INTO jobs (\(columns), changed, priority, backend)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (drop_id, line, sample) DO NOTHING
            """,
            try values(job, at: utc) + [priority(of: job), backend(of: job)])
        guard changed == 1 else { return false }
        try insertInputs(of: job, on: connection)
        try JobHistory.add(job.state, of: job.id, at: utc, on: connection, telling: rules)
        return true
    }

    /// Gives the job of a refused drop the request, line, sample, name, picture and state of `job`, as one more retry.
    static func readmit(
        _ job: Job, token: Int64, at utc: UTCMillis, on connection: any SQLConnection, telling rules: NotificationRules
    ) throws(RepositoryFailure) {
        let values: [SQLValue] = [
            .integer(Int64(job.line)), .integer(Int64(job.sample.number)), .integer(Int64(job.sample.count)),
            .blob(job.name.bytes), .text(try JSONText.of(job.naming)), .blob(job.outbox.bytes),
            SQLValue(try JSONText.ofAny(job.request)),
            SQLValue(job.picture?.digest.bytes), SQLValue(job.picture?.format.rawValue),
        ]
        try connection.run(
            """
            UPDATE jobs SET line = ?, sample = ?, samples = ?, name = ?, naming = ?, outbox = ?, request = ?, picture_digest = ?, picture_format = ?,
            state = ?, wait_until = ?, hold = ?, failure = ?, attempts = 0, retries = retries + 1,
            cancel_requested = 0, read_at = NULL, priority = ?, backend = ?, owner = NULL, token = max(token, ?), changed = ?
            WHERE id = ?
            """,
            values + (try StateRecord.values(job.state)) + [
                priority(of: job), backend(of: job), .integer(token), .time(utc), .text(job.id.text),
            ])
        // The job of a refused drop had no request, so it has no inputs yet.
        try insertInputs(of: job, on: connection)
        try JobHistory.add(job.state, of: job.id, at: utc, on: connection, telling: rules)
    }

    private static func priority(of job: Job) -> SQLValue {
        .integer(Int64((job.request?.priority ?? .normal).rank))
    }

    private static func backend(of job: Job) -> SQLValue {
        guard let request = job.request, request.source.task != nil else { return .null }
        return .text(request.generation.backend)
    }

    private static func insertInputs(of job: Job, on connection: any SQLConnection) throws(RepositoryFailure) {
        for (index, picture) in (job.request?.source.inputs ?? []).enumerated() {
            try connection.run(
                "INSERT INTO job_inputs (job_id, position, digest, open) VALUES (?, ?, ?, ?)",
                [
                    .text(job.id.text), .integer(Int64(index + 1)), .blob(picture.digest.bytes),
                    .integer(job.state.isEnd ? 0 : 1),
                ])
        }
    }
}

/// A job's state as four columns: state name, time of the next attempt, reason for a hold, failure.
enum StateRecord {
    static let columns = "state, wait_until, hold, failure"

    static func values(_ state: JobState) throws(RepositoryFailure) -> [SQLValue] {
        let word = SQLValue.text(state.word)
        return switch state {
        case .waiting(let until, let failure): [word, .time(until), .null, .text(try JSONText.of(failure))]
        case .held(let reason): [word, .null, .text(try JSONText.of(reason)), .null]
        case .failed(let failure): [word, .null, .null, .text(try JSONText.of(failure))]
        default: [word, .null, .null, .null]
        }
    }

    /// Reads the four columns starting at `first`.
    static func read(_ row: borrowing Row, from first: Int32) throws(RepositoryFailure) -> JobState {
        switch row.text(first) {
        case "queued": .queued
        case "submitting": .submitting
        case "submitted" where row.isNull(first + 1): .submitted
        case "generated": .generated
        case "staged": .staged
        case "done": .done
        case "waiting", "submitted": .waiting(until: row.time(first + 1), try row.json(first + 3))
        case "held": .held(try row.json(first + 2))
        case "unknown": .unknown
        case "failed": .failed(try row.json(first + 3))
        case "cancelled": .cancelled
        case let word: throw .corrupt("JobState \(word)")
        }
    }
}

/// The history of jobs: one row for each state that a job has reached.
enum JobHistory {
    /// `rules`: who is notified if the state is worth a notification.
    static func add(
        _ state: JobState, of job: JobID, at utc: UTCMillis, on connection: any SQLConnection,
        telling rules: NotificationRules = .none
    ) throws(RepositoryFailure) {
        let insert = "INSERT INTO job_history (job_id, at, \(StateRecord.columns)) VALUES (?, ?, ?, ?, ?, ?)"
        let values = [.text(job.text), .time(utc)] + (try StateRecord.values(state))
        guard let kind = state.notificationKind, rules.wants(kind) else {
            return _ = try connection.run(insert, values)
        }
        let steps = try connection.rows(insert + " RETURNING sequence", values) { $0.integer(0) }
        guard let step = steps.first else { return }
        try NotificationRecord.insert(kind, of: job, step: step, at: utc, rules, on: connection)
    }

    /// `true` if the job is already waiting or held for the same reason.
    static func isWaiting(
        _ job: JobID, alike state: JobState, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> Bool {
        switch state {
        case .waiting, .held: break
        default: return false
        }
        let last: [JobState] = try connection.rows(
            """
            SELECT \(StateRecord.columns) FROM job_history WHERE job_id = ? ORDER BY sequence DESC LIMIT 1
            """, [.text(job.text)]
        ) { row throws(RepositoryFailure) in try StateRecord.read(row, from: 0) }
        return last.first?.isSameWait(as: state) == true
    }

    /// All states that a job has reached, oldest first.
    static func steps(of job: JobID, on connection: any SQLConnection) throws(RepositoryFailure) -> [JobTimeline.Step] {
        try connection.rows(
            "SELECT at, \(StateRecord.columns) FROM job_history WHERE job_id = ? ORDER BY sequence",
            [.text(job.text)]
        ) { row throws(RepositoryFailure) in
            JobTimeline.Step(state: try StateRecord.read(row, from: 1), at: row.time(0))
        }
    }
}
