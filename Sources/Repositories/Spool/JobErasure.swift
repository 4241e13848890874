internal import Domain
internal import PlatformSQL

/// Empties the rows of jobs that have ended. The rows themselves stay, marked as forgotten: the ledger refers to the
/// calls, and other tables refer to the job.
enum JobErasure {
    /// The condition for a call whose picture is kept for an artwork.
    static let hasKeptPicture = "EXISTS (SELECT 1 FROM kept_pictures WHERE digest = calls.picture_digest)"

    /// A job that is to be erased.
    struct Target {
        let job: JobID
        let drop: DropID
    }

    /// Erases what describes the job and its history.
    static func empty(_ target: Target, at utc: UTCMillis, on connection: any SQLConnection) throws(RepositoryFailure) {
        let id = SQLValue.text(target.job.text)
        let nothing = Request(source: .prompt(""))
        try connection.run(
            """
            UPDATE jobs SET request = ?, naming = ?, name = zeroblob(0), outbox = zeroblob(0), reference = NULL, submitter = NULL,
            outputs = '[]', making = NULL, missing_art = NULL, picture_digest = NULL, picture_format = NULL,
            forgotten = ? WHERE id = ?
            """, [.text(try JSONText.of(nothing)), .text(try JSONText.of(OutputNaming(parts: [""]))), .time(utc), id])
        for table in ["job_history", "job_inputs", "outputs", "notifications"] {
            try connection.run("DELETE FROM \(table) WHERE job_id = ?", [id])
        }
        try PlanRecord.eraseEnded(withJobsOf: target.drop, on: connection)
    }

    /// Erases what describes the job's calls. `keepsPurchases`: calls whose picture is kept stay, so that the same
    /// picture is not bought again.
    static func emptyCalls(
        of job: JobID, keepsPurchases: Bool, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        let id = SQLValue.text(job.text)
        let isKept = keepsPurchases ? "phase = 'fetched' AND \(hasKeptPicture)" : "FALSE"
        try connection.run(
            """
            UPDATE calls SET purchase_key = zeroblob(32), idempotency_key = '', phase = 'settled', handle = NULL,
            failure = NULL, fetching = NULL, picture_digest = NULL, picture_format = NULL, reference = NULL
            WHERE job_id = ? AND NOT (\(isKept))
            """, [id])
    }

    /// Erases the drop's data and the job's failure, but only once the drop is gone: its disposal needs the name and
    /// the failure. The name of an observed file is kept, because the file has to be recognised as processed.
    static func emptyDrop(of target: Target, on connection: any SQLConnection) throws(RepositoryFailure) {
        let drop = SQLValue.text(target.drop.text)
        let isGone = try connection.finds(
            "SELECT 1 FROM drops WHERE id = ? AND phase = 'gone'", [drop])
        guard isGone else { return }
        try connection.run(
            "UPDATE jobs SET state = 'done', hold = NULL, failure = NULL WHERE id = ?", [.text(target.job.text)])
        try connection.run(
            """
            UPDATE drops SET path = zeroblob(0), sidecar = NULL, content = NULL, failure = NULL WHERE id = ? AND observed = 0
            AND NOT EXISTS (SELECT 1 FROM jobs WHERE drop_id = drops.id AND forgotten = 0)
            """, [drop])
    }

    /// Erases the keys of submissions of which no job is left. While another sample is known, the key must still
    /// return it: nothing may be bought again.
    static func removeKeys(of drops: [DropID], on connection: any SQLConnection) throws(RepositoryFailure) {
        let texts = SQLValue.text(try JSONText.of(drops.map(\.text)))
        try connection.run(
            """
            DELETE FROM submissions WHERE drop_id IN (SELECT value FROM json_each(?))
            AND NOT EXISTS (SELECT 1 FROM jobs WHERE jobs.drop_id = submissions.drop_id AND forgotten = 0)
            """, [texts])
    }
}
