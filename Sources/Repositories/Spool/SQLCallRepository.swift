internal import Domain
internal import PlatformSQL

/// Calls to backends, each with its line in the ledger.
struct SQLCallRepository: CallRepository {
    let database: any SQLStore

    /// Increments the job's number of attempts. `keep` decrements it again if the call ends because of its backend.
    func begin(
        _ call: Call, reserving reservation: BudgetReservation, within limits: SharedLimits?, token: Int64,
        at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CallStart {
        let shared = limits.flatMap { limits in database.node.map { SharedBackends(node: $0, limits: limits) } }
        let rules = database.notificationRules.current
        return try await database.write { connection throws(RepositoryFailure) in
            if let obstacle = try shared?.obstacle(to: call, on: connection) { return .turnedAway(obstacle) }
            try Ledger.notice(reservation.moment.day, on: connection)
            let standing = try reservation.caps.map { cap throws(RepositoryFailure) in
                try Ledger.standing(of: cap, at: reservation.moment, on: connection)
            }
            if let full = standing.first(where: { !$0.cap.allows(reservation.estimate, after: $0.spent) }) {
                return .overBudget(BudgetExceeded(cap: full.cap, resetsAt: full.resetsAt))
            }
            let changed = try connection.run(
                """
                UPDATE jobs SET state = 'submitting', wait_until = NULL, hold = NULL, failure = NULL,
                attempts = attempts + 1, token = ?, changed = ?
                WHERE id = ? AND token <= ? AND \(JobRecord.isUnfinished)
                """,
                [.integer(token), .time(utc), .text(call.job.text), .integer(token)])
            guard changed == 1 else { return .lost }
            var begun = call
            begun.phase = .submitting
            try CallRecord.insert(begun, at: utc, on: connection)
            try Ledger.reserve(reservation, for: call, at: utc, on: connection)
            try JobHistory.add(.submitting, of: call.job, at: utc, on: connection)
            try shared?.count(call, on: connection)
            let warnings = standing.filter { $0.cap.warns(reservation.estimate, after: $0.spent) }.map(\.cap)
            for cap in warnings {
                let event = NotificationEvent.nearCap(cap)
                let new = rules.notification(event, at: utc, day: reservation.moment.day)
                if let new { try NotificationRecord.insert(new, on: connection) }
            }
            return .begun(warnings: warnings)
        }
    }

    func adopt(_ call: Call, token: Int64, at utc: UTCMillis) async throws(RepositoryFailure) -> Bool {
        try await database.write { connection throws(RepositoryFailure) in
            let owns = try connection.finds(
                "SELECT 1 FROM jobs WHERE id = ? AND token <= ? AND \(JobRecord.isUnfinished)",
                [.text(call.job.text), .integer(token)])
            if owns { try CallRecord.insert(call, at: utc, on: connection) }
            return owns
        }
    }

    func purchase(_ key: Digest) async throws(RepositoryFailure) -> Call? {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT \(CallRecord.columns) FROM calls WHERE purchase_key = ? AND phase = 'fetched'
                ORDER BY sequence DESC LIMIT 1
                """,
                [.blob(key.bytes)], CallRecord.read
            ).first
        }
    }

    /// Throws `.failed` if the call was never begun.
    func keep(_ call: Call, settling: Settlement?, at utc: UTCMillis) async throws(RepositoryFailure) {
        let failure = SQLValue(try JSONText.ofAny(call.failure))
        let fetch = SQLValue(try JSONText.ofAny(call.fetch))
        try await database.write { connection throws(RepositoryFailure) in
            if call.isUncountedAttempt { try Self.decrementAttempts(call, on: connection) }
            let changed = try connection.run(
                """
                UPDATE calls SET phase = ?, handle = ?, failure = ?, seed = ?, reference = ?, fetching = ?,
                picture_digest = ?, picture_format = ?, changed = ? WHERE id = ?
                """,
                [
                    .text(call.phase.rawValue), SQLValue(call.handle), failure,
                    .integer(Int64(bitPattern: call.seed)), SQLValue(call.reference), fetch,
                    SQLValue(call.picture?.digest.bytes), SQLValue(call.picture?.format.rawValue),
                    .time(utc), .text(call.id.text),
                ])
            guard changed == 1 else { throw .absent("call \(call.id)") }
            try Self.submit(call, at: utc, on: connection)
            if let settling { try Ledger.settle(call.id, settling, at: utc, on: connection) }
        }
    }

    /// Sets the job to `submitted`. A job that is waiting or has ended stays as it is, and the history records
    /// `submitted` once.
    private static func submit(_ call: Call, at utc: UTCMillis, on connection: any SQLConnection)
        throws(RepositoryFailure)
    {
        guard let state = call.submitted(at: utc) else { return }
        let wasSubmitting = try connection.finds(
            "SELECT 1 FROM jobs WHERE id = ? AND state = 'submitting'", [.text(call.job.text)])
        let changed = try connection.run(
            """
            UPDATE jobs SET state = ?, wait_until = ?, hold = ?, failure = ?, changed = ?
            WHERE id = ? AND state IN ('submitting', 'submitted')
            """, try StateRecord.values(state) + [.time(utc), .text(call.job.text)])
        if changed == 1, wasSubmitting { try JobHistory.add(state, of: call.job, at: utc, on: connection) }
    }

    /// Decrements the number of attempts, once per call.
    private static func decrementAttempts(_ call: Call, on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run(
            """
            UPDATE jobs SET attempts = attempts - 1 WHERE id = ? AND attempts > 0
            AND EXISTS (SELECT 1 FROM calls WHERE id = ? AND phase <> 'settled')
            """, [.text(call.job.text), .text(call.id.text)])
    }

    func lastCall(of job: JobID) async throws(RepositoryFailure) -> Call? {
        try await database.read { connection throws(RepositoryFailure) in
            try CallRecord.last(of: job, on: connection)
        }
    }

    func cost(of job: JobID) async throws(RepositoryFailure) -> JobCost {
        try await database.read { connection throws(RepositoryFailure) in try Ledger.cost(of: job, on: connection) }
    }
}
