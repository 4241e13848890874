internal import Domain
internal import PlatformSQLite

/// Erases jobs that a person wants forgotten.
struct SQLiteErasureRepository: ErasureRepository {
    let database: SpoolDatabase

    func soleDrop(of job: JobID) async throws(RepositoryFailure) -> Drop? {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT \(DropRecord.columns) FROM drops WHERE id = (SELECT drop_id FROM jobs WHERE id = ?) AND phase = 'gone'
                AND observed = 0 AND inode <> 0
                AND NOT EXISTS (SELECT 1 FROM jobs WHERE drop_id = drops.id AND forgotten = 0 AND id <> ?)
                """, [.text(job.text), .text(job.text)], DropRecord.read
            ).first
        }
    }

    /// Erases everything that describes the job. The rows of the job and its calls stay, because the ledger depends on
    /// them.
    func forget(
        _ job: JobID, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Result<ForgottenJob, ForgetRefusal> {
        try await database.write { connection throws(RepositoryFailure) in
            guard let found = try JobRecord.find(job, on: connection) else { return .failure(.noSuchJob) }
            guard found.state.isEnd else { return .failure(.notEnded(state: found.state.word)) }
            let pictures = try Self.pictures(of: found, on: connection)
            try Self.empty(found, at: utc, on: connection)
            return .success(ForgottenJob(outbox: found.outbox, outputs: found.outputs, pictures: pictures))
        }
    }

    private static func pictures(of job: Job, on connection: Connection) throws(RepositoryFailure) -> [Digest] {
        let bought = try connection.rows(
            "SELECT picture_digest FROM calls WHERE job_id = ? AND phase = 'fetched'", [.text(job.id.text)]
        ) { row throws(RepositoryFailure) in try row.digest(0) }
        let inputs = (job.request?.source.inputs ?? []).map(\.digest)
        return Array(Set(bought + inputs + [job.picture?.digest].compactMap(\.self)))
    }

    private static func empty(_ job: Job, at utc: UTCMillis, on connection: Connection) throws(RepositoryFailure) {
        let id = SQLiteValue.text(job.id.text)
        let nothing = Request(source: .prompt(""))
        if let artwork = try ArtworkRecord.find(job.id, on: connection) {
            try ArtworkRecord.erase(artwork, on: connection)
            try ArtworkWords.purge(on: connection)
            try ArtworkRecord.eraseUnusedOptions(on: connection)
        }
        if let picture = job.picture { try KeptPictures.forget(picture.digest, on: connection) }
        try connection.run(
            """
            UPDATE jobs SET request = ?, naming = ?, name = x'', outbox = x'', reference = NULL, submitter = NULL, outputs = '[]', making = NULL,
            picture_digest = NULL, picture_format = NULL, forgotten = ? WHERE id = ?
            """, [.text(try JSONText.of(nothing)), .text(try JSONText.of(OutputNaming(parts: [""]))), .time(utc), id])
        try connection.run(
            """
            UPDATE calls SET purchase_key = zeroblob(32), idempotency_key = '', phase = 'settled', handle = NULL,
            failure = NULL, fetch = NULL, picture_digest = NULL, picture_format = NULL, reference = NULL
            WHERE job_id = ?
            """, [id])
        for table in ["job_history", "job_inputs", "outputs", "delivered"] {
            try connection.run("DELETE FROM \(table) WHERE job_id = ?", [id])
        }
        // While another sample is known, the key must still return it: nothing may be bought again.
        try connection.run(
            """
            DELETE FROM submissions WHERE drop_id = ?1
            AND NOT EXISTS (SELECT 1 FROM jobs WHERE drop_id = ?1 AND forgotten = 0)
            """, [.text(job.drop.text)])
        try emptyDrop(of: job, on: connection)
    }

    /// Erases the drop's data and the job's failure, but only once the drop is gone: its disposal needs the name and
    /// the failure. The name of an observed file is kept, because the file has to be recognised as processed.
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
