package import Domain

extension JobRepository {
    /// Stages a job whose outputs are numbered. `nil` unless it was staged.
    package func stage(
        _ job: JobID, stem: String, parts: [StagedOutput], taken: Set<String>, missingArt: PictureFailure?,
        token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [OutputFile]? {
        let staging = Staging(job: job, stem: stem, parts: parts, taken: taken, missingArt: missingArt)
        guard case .staged(let outputs) = try await stage(staging, token: token, at: utc) else { return nil }
        return outputs
    }

    /// Moves the job as it is stored. `picture`: `nil` keeps the stored one.
    package func move(
        _ job: JobID, to state: JobState, picture: StoredPicture?, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> Bool {
        guard var stored = try await self.job(job) else { return false }
        if let picture { stored.picture = picture }
        return try await move(stored, to: state, token: token, at: utc)
    }
}
