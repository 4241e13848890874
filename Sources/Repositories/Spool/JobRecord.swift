internal import Domain
internal import PlatformSQLite

/// A job as a row.
enum JobRecord {
    static let columns = """
        id, drop_id, line, folder, name, outbox, request, \(StateRecord.columns), picture_digest, picture_format, \
        outputs, attempts, token, created, retries, reference, submitter, approved, cancel_asked, missing_art
        """
    /// What `jobs_unfinished` is made for: SQLite takes that index only for these very words.
    static let isUnfinished = "state NOT IN ('done', 'failed', 'cancelled')"
    /// Whether the job is made from a given picture by words; `jobs_given` is made for these very words.
    static let hasGiven = "instr(request, '\"edit\"') > 0"

    /// Whether a backend was asked for the job's picture.
    static let isAsked = """
        json_extract(request, '$.generation.backend') = ? AND json_extract(request, '$.source.picture') IS NULL
        """

    static func values(_ job: Job, at utc: Int64) throws(RepositoryFailure) -> [SQLiteValue] {
        let name: [SQLiteValue] = [
            .text(job.id.text), .text(job.drop.text), .integer(Int64(job.line)), .text(job.folder),
            .blob(job.name.bytes), .blob(job.outbox.bytes), .text(try JSONText.of(job.request)),
        ]
        let rest: [SQLiteValue] = [
            SQLiteValue(job.picture?.digest.bytes), SQLiteValue(job.picture?.format.rawValue),
            .text(job.outputs.isEmpty ? "[]" : try JSONText.of(job.outputs)), .integer(Int64(job.attempts)),
            .integer(job.token),
            .integer(job.created), .integer(Int64(job.retries)), SQLiteValue(job.reference),
            SQLiteValue(job.submitter.map(Int64.init)), .integer(job.isApproved ? 1 : 0),
            .integer(job.isCancelAsked ? 1 : 0), SQLiteValue(try JSONText.ofAny(job.missingArt)), .integer(utc),
        ]
        return name + (try StateRecord.values(job.state)) + rest
    }

    static func read(_ row: borrowing Row) throws(RepositoryFailure) -> Job {
        Job(
            id: try row.identifier(0), drop: try row.identifier(1), line: Int(row.integer(2)), folder: row.text(3),
            name: FileName(bytes: row.blob(4)), outbox: FolderPath(bytes: row.blob(5)), request: try row.json(6),
            state: try StateRecord.read(row, from: 7), picture: try picture(row), outputs: try row.json(13),
            missingArt: try row.jsonIfAny(22), attempts: Int(row.integer(14)), retries: Int(row.integer(17)),
            token: row.integer(15),
            created: row.integer(16), reference: row.textIfAny(18),
            submitter: row.isNull(19) ? nil : UInt32(truncatingIfNeeded: row.integer(19)),
            isApproved: row.integer(20) != 0, isCancelAsked: row.integer(21) != 0)
    }

    /// Reads the columns, and after them `changed`.
    static func entry(_ row: borrowing Row) throws(RepositoryFailure) -> JobEntry {
        JobEntry(job: try read(row), changed: row.integer(23))
    }

    private static func picture(_ row: borrowing Row) throws(RepositoryFailure) -> StoredPicture? {
        guard !row.isNull(11) else { return nil }
        return StoredPicture(digest: try row.digest(11), format: try row.word(12))
    }
}
