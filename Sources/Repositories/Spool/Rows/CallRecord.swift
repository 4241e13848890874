internal import Domain
internal import PlatformSQL

/// The row of a call.
enum CallRecord {
    static let columns = """
        id, job_id, backend, purchase_key, idempotency_key, seed, phase, handle, failure, reference, fetching, \
        picture_digest, picture_format
        """

    static func values(_ call: Call, at utc: UTCMillis) throws(RepositoryFailure) -> [SQLValue] {
        [
            .text(call.id.text), .text(call.job.text), .text(call.backend), .blob(call.purchase.bytes),
            .text(call.idempotencyKey), .integer(Int64(bitPattern: call.seed)), .text(call.phase.rawValue),
            SQLValue(call.handle), SQLValue(try JSONText.ofAny(call.failure)), SQLValue(call.reference),
            SQLValue(try JSONText.ofAny(call.fetch)), SQLValue(call.picture?.digest.bytes),
            SQLValue(call.picture?.format.rawValue), .time(utc), .time(utc),
        ]
    }

    static func read(_ row: borrowing Row) throws(RepositoryFailure) -> Call {
        Call(
            id: try row.identifier(0), job: try row.identifier(1), backend: row.text(2), purchase: try row.digest(3),
            idempotencyKey: row.text(4), seed: UInt64(bitPattern: row.integer(5)), phase: try row.word(6),
            handle: row.textIfAny(7), failure: try row.jsonIfAny(8), fetch: try row.jsonIfAny(10),
            picture: try row.pictureIfAny(11), reference: row.textIfAny(9))
    }

    static func insert(_ call: Call, at utc: UTCMillis, on connection: any SQLConnection) throws(RepositoryFailure) {
        try connection.run(
            """
            INSERT INTO calls (\(columns), created, changed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            try values(call, at: utc))
    }

    /// The newest call of a job.
    static func last(of job: JobID, on connection: any SQLConnection) throws(RepositoryFailure) -> Call? {
        try connection.rows(
            "SELECT \(columns) FROM calls WHERE job_id = ? ORDER BY sequence DESC LIMIT 1",
            [.text(job.text)], read
        ).first
    }
}
