package import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    /// Lines of the ledger hang on calls, and these on jobs: both rows stay, and nothing in them tells of the job.
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

    /// The file that a job alone came of, once it was cleared away; `nil` where it stays, or others came of it too.
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
        let handles = try connection.rows(
            "SELECT handle FROM calls WHERE job_id = ? AND phase = 'fetched' AND handle IS NOT NULL",
            [.text(job.id.text)]
        ) { row throws(RepositoryFailure) in row.text(0) }
        var pictures = handles.compactMap { $0.split(separator: " ").last.flatMap { Digest(hex: $0) } }
        if case .edit(_, let given, _) = job.request.source { pictures.append(given) }
        if let picture = job.picture?.digest { pictures.append(picture) }
        return Array(Set(pictures))
    }

    private static func empty(_ job: Job, at utc: Int64, on connection: Connection) throws(RepositoryFailure) {
        let id = SQLiteValue.text(job.id.text)
        let nothing = Request(source: .prompt(""))
        try connection.run(
            """
            UPDATE jobs SET request = ?, name = x'', outbox = x'', reference = NULL, submitter = NULL, outputs = '[]',
            picture_digest = NULL, picture_format = NULL, forgotten = ? WHERE id = ?
            """, [.text(try JSONText.of(nothing)), .integer(utc), id])
        try connection.run(
            """
            UPDATE calls SET request = zeroblob(32), idempotency_key = '', phase = 'settled', handle = NULL,
            failure = NULL, fetch = NULL, reference = NULL WHERE job_id = ?
            """, [id])
        for table in ["job_history", "outputs", "submissions"] {
            try connection.run("DELETE FROM \(table) WHERE job_id = ?", [id])
        }
        try emptyDrop(of: job, on: connection)
    }

    /// While a drop is cleared away its name is needed, and so is why the job failed; a file that stays in its folder has to
    /// be known as worked off.
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
