/// Finds the jobs and drops that use some content, given its digest.
package protocol ContentRepository: Sendable {
    /// Returns the newest job that staged a file with this content, `nil` if none did.
    func author(of content: Digest) async throws(RepositoryFailure) -> JobID?

    /// Returns the subset of `digests` that must be kept: source pictures of unfinished jobs, and generated pictures.
    func neededPictures(among digests: [Digest]) async throws(RepositoryFailure) -> Set<Digest>

    /// Returns the pictures of a drop's jobs, generated or dropped.
    func pictures(of drop: DropID) async throws(RepositoryFailure) -> [Digest]
}
