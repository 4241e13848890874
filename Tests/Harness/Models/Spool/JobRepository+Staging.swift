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
}
