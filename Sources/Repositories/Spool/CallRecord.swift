internal import Domain
internal import PlatformSQLite

/// A call as a row.
enum CallRecord {
    static let columns = """
        id, job_id, backend, request, idempotency_key, seed, phase, handle, failure, reference, fetch
        """

    static func values(_ call: Call, at utc: Int64) throws(RepositoryFailure) -> [SQLiteValue] {
        [
            .text(call.id.text), .text(call.job.text), .text(call.backend), .blob(call.request.bytes),
            .text(call.idempotencyKey), .integer(Int64(bitPattern: call.seed)), .text(call.phase.rawValue),
            SQLiteValue(call.handle), SQLiteValue(try JSONText.ofAny(call.failure)), SQLiteValue(call.reference),
            SQLiteValue(try JSONText.ofAny(call.fetch)), .integer(utc), .integer(utc),
        ]
    }

    static func read(_ row: borrowing Row) throws(RepositoryFailure) -> Call {
        Call(
            id: try row.identifier(0), job: try row.identifier(1), backend: row.text(2), request: try row.digest(3),
            idempotencyKey: row.text(4), seed: UInt64(bitPattern: row.integer(5)), phase: try row.word(6),
            handle: row.textIfAny(7), failure: try row.jsonIfAny(8), fetch: try row.jsonIfAny(10),
            reference: row.textIfAny(9))
    }
}
