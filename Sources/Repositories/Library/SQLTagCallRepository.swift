internal import Domain
internal import PlatformSQL

/// Questions to vision models, in a table of their own: a job's newest row of `calls` decides how the job goes on, what
/// a retry may do and where its picture comes from, and no query of it can then find one of these.
struct SQLTagCallRepository: TagCallRepository {
    let database: any SQLStore

    func resume(folders: [String], at utc: UTCMillis) async throws(RepositoryFailure) {
        let list = SQLValue.text(try JSONText.of(folders))
        try await database.write { connection throws(RepositoryFailure) in
            try connection.run(
                """
                UPDATE ledger SET charge = 'unknown', changed = ? WHERE charge = 'reserved'
                AND call_id IN (SELECT id FROM tag_calls WHERE phase = 'submitting')
                """, [.time(utc)])
            try connection.run(
                "DELETE FROM tagged_folders WHERE folder NOT IN (SELECT value FROM json_each(?))", [list])
            try connection.run(
                """
                INSERT INTO tagged_folders (folder, artwork, since)
                SELECT value, (SELECT coalesce(max(number), 0) FROM artworks), ? FROM json_each(?)
                WHERE true ON CONFLICT DO NOTHING
                """, [.time(utc), list])
        }
    }

    /// Imported artworks were made earlier and are left out: an import must not buy anything.
    func nextUntagged() async throws(RepositoryFailure) -> JobID? {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT job_id FROM artworks WHERE number = (SELECT min(next) FROM (
                    SELECT (SELECT min(number) FROM artworks
                        WHERE folder = tagged_folders.folder AND number > tagged_folders.artwork
                        AND made >= since AND trashed IS NULL) AS next
                    FROM tagged_folders) AS artworks_due)
                """
            ) { row throws(RepositoryFailure) -> JobID in try row.identifier(0) }.first
        }
    }

    func pass(_ job: JobID) async throws(RepositoryFailure) {
        _ = try await database.write { connection throws(RepositoryFailure) in
            try connection.run(
                """
                UPDATE tagged_folders SET artwork = max(tagged_folders.artwork, artworks.number)
                FROM artworks WHERE artworks.job_id = ? AND artworks.folder = tagged_folders.folder
                """, [.text(job.text)])
        }
    }

    func begin(
        _ call: TagCall, reserving reservation: BudgetReservation, mayRepeat: Bool, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> TagCallStart {
        try await database.write { connection throws(RepositoryFailure) in
            switch try Self.earlier(call.purchase, on: connection) {
            case let earlier? where earlier.phase == .answered:
                if earlier.job != call.job {
                    var own = call
                    (own.phase, own.tags) = (.answered, earlier.tags)
                    try Self.insert(own, at: utc, on: connection)
                }
                return .answered(earlier.tags)
            case let earlier? where earlier.mayHaveCost && !mayRepeat: return .lost
            case .some, nil: break
            }
            try Ledger.notice(reservation.moment.day, on: connection)
            for cap in reservation.caps {
                let usage = try Ledger.standing(of: cap, at: reservation.moment, on: connection)
                guard cap.allows(reservation.estimate, after: usage.spent) else {
                    return .overBudget(BudgetExceeded(cap: cap, resetsAt: usage.resetsAt))
                }
            }
            try Self.insert(call, at: utc, on: connection)
            try Ledger.reserve(reservation, for: call.id, on: call.backend, at: utc, connection)
            return .begun
        }
    }

    /// An artwork that was erased meanwhile gets no answer, which says what its picture showed.
    func keep(_ call: TagCall, settling: Settlement?, at utc: UTCMillis) async throws(RepositoryFailure) {
        let values = try Self.outcome(call)
        try await database.write { connection throws(RepositoryFailure) in
            let changed = try connection.run(
                """
                UPDATE tag_calls SET phase = ?, tags = CASE
                    WHEN EXISTS (SELECT 1 FROM artworks WHERE artworks.job_id = tag_calls.job_id) THEN ? END,
                failure = ?, changed = ? WHERE id = ?
                """,
                values + [.time(utc), .text(call.id.text)])
            guard changed == 1 else { throw .absent("tag call \(call.id)") }
            if let settling { try Ledger.settle(call.id, settling, at: utc, on: connection) }
        }
    }

    func suggestions(for job: JobID) async throws(RepositoryFailure) -> [Tag] {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT tags FROM tag_calls WHERE job_id = ? AND phase = 'answered' AND tags IS NOT NULL
                ORDER BY sequence DESC LIMIT 1
                """, [.text(job.text)]
            ) { row throws(RepositoryFailure) in try Self.tags(row, 0) }.first ?? []
        }
    }

    private struct Earlier {
        let job: JobID
        let phase: TagCall.Phase
        let tags: [Tag]
        /// Without an answer of use it may have been paid for.
        let mayHaveCost: Bool
    }

    /// The newest question with this key.
    private static func earlier(
        _ purchase: Digest, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> Earlier? {
        try connection.rows(
            """
            SELECT job_id, phase, tags, charge IS DISTINCT FROM 'unspent'
            FROM tag_calls LEFT JOIN ledger ON call_id = tag_calls.id
            WHERE purchase_key = ? ORDER BY sequence DESC LIMIT 1
            """, [.blob(purchase.bytes)]
        ) { row throws(RepositoryFailure) in
            Earlier(
                job: try row.identifier(0), phase: try row.word(1), tags: try tags(row, 2),
                mayHaveCost: row.integer(3) != 0)
        }.first
    }

    private static func insert(_ call: TagCall, at utc: UTCMillis, on connection: any SQLConnection)
        throws(RepositoryFailure)
    {
        let outcome = try outcome(call)
        try connection.run(
            """
            INSERT INTO tag_calls (id, job_id, backend, purchase_key, phase, tags, failure, created, changed)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .text(call.id.text), .text(call.job.text), .text(call.backend), .blob(call.purchase.bytes),
            ] + outcome + [.time(utc), .time(utc)])
    }

    /// The columns `phase`, `tags` and `failure`.
    private static func outcome(_ call: TagCall) throws(RepositoryFailure) -> [SQLValue] {
        let tags = call.phase == .answered ? try JSONText.of(call.tags.map(\.shown)) : nil
        return [.text(call.phase.rawValue), SQLValue(tags), SQLValue(try JSONText.ofAny(call.failure))]
    }

    private static func tags(_ row: borrowing Row, _ column: Int32) throws(RepositoryFailure) -> [Tag] {
        let shown: [String]? = try row.jsonIfAny(column)
        return (shown ?? []).compactMap { Tag($0) }
    }
}
