public import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    /// The job's number of attempts grows with each call.
    public func begin(_ call: Call, token: Int64, at utc: Int64) async throws(RepositoryFailure) -> Bool {
        try await writer.write { connection throws(RepositoryFailure) in
            let changed = try connection.run(
                """
                UPDATE jobs SET state = 'submitting', wait_until = NULL, hold = NULL, failure = NULL,
                attempts = attempts + 1, token = ?, changed = ?
                WHERE id = ? AND token <= ? AND \(JobRecord.isUnfinished)
                """,
                [.integer(token), .integer(utc), .text(call.job.text), .integer(token)])
            guard changed == 1 else { return false }
            var begun = call
            begun.phase = .submitting
            try connection.run(
                """
                INSERT INTO calls (\(CallRecord.columns), created, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                try CallRecord.values(begun, at: utc))
            try JobHistory.add(.submitting, of: call.job, at: utc, on: connection)
            return true
        }
    }

    /// Throws `.failed` when the call was never begun.
    public func keep(_ call: Call, at utc: Int64) async throws(RepositoryFailure) {
        let failure = SQLiteValue(try JSONText.ofAny(call.failure))
        try await writer.write { connection throws(RepositoryFailure) in
            let changed = try connection.run(
                "UPDATE calls SET phase = ?, handle = ?, failure = ?, seed = ?, changed = ? WHERE id = ?",
                [
                    .text(call.phase.rawValue), SQLiteValue(call.handle), failure,
                    .integer(Int64(bitPattern: call.seed)), .integer(utc), .text(call.id.text),
                ])
            guard changed == 1 else { throw .absent("call \(call.id)") }
        }
    }

    public func lastCall(of job: JobID) async throws(RepositoryFailure) -> Call? {
        try await reader.read { connection throws(RepositoryFailure) in
            try Self.lastCall(of: job, on: connection)
        }
    }

    static func lastCall(of job: JobID, on connection: Connection) throws(RepositoryFailure) -> Call? {
        try connection.rows(
            "SELECT \(CallRecord.columns) FROM calls WHERE job_id = ? ORDER BY sequence DESC LIMIT 1",
            [.text(job.text)], CallRecord.read
        ).first
    }
}
