internal import Domain
internal import PlatformSQL

/// Erases jobs that a person wants forgotten.
struct SQLErasureRepository: ErasureRepository {
    let database: any SQLStore

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

    private static func pictures(of job: Job, on connection: any SQLConnection) throws(RepositoryFailure) -> [Digest] {
        let bought = try connection.rows(
            "SELECT picture_digest FROM calls WHERE job_id = ? AND phase = 'fetched'", [.text(job.id.text)]
        ) { row throws(RepositoryFailure) in try row.digest(0) }
        let inputs = (job.request?.source.inputs ?? []).map(\.digest)
        return Array(Set(bought + inputs + [job.picture?.digest].compactMap(\.self)))
    }

    private static func empty(_ job: Job, at utc: UTCMillis, on connection: any SQLConnection) throws(RepositoryFailure)
    {
        if let artwork = try ArtworkRecord.find(job.id, on: connection) {
            try ArtworkRecord.erase(artwork, on: connection)
            try ArtworkWords.purge(on: connection)
            try ArtworkRecord.eraseUnusedOptions(on: connection)
        }
        if let picture = job.picture { try KeptPictures.forget(picture.digest, on: connection) }
        let target = JobErasure.Target(job: job.id, drop: job.drop)
        try JobErasure.empty(target, at: utc, on: connection)
        try JobErasure.emptyCalls(of: job.id, keepsPurchases: false, on: connection)
        try connection.run("DELETE FROM delivered WHERE job_id = ?", [.text(job.id.text)])
        try JobErasure.removeKeys(of: [job.drop], on: connection)
        try JobErasure.emptyDrop(of: target, on: connection)
    }
}
