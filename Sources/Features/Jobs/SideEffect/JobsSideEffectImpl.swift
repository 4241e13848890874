package import Domain
package import Rendering

/// Drives renderer, outbox and database.
package struct JobsSideEffectImpl<C: Clock<Duration>>: JobsSideEffect {
    let spool: any SpoolRepository
    let blobs: any BlobRepository
    let files: any FileSystem
    let renderer: any Renderer
    let clock: C
    /// What each backend says of where its pictures come from, such as `sketch, no AI`.
    let credits: [String: String]
    /// What each backend can honour; those that are missing take anything.
    let abilities: [String: BackendAbilities]
    /// The program's version, for the provenance.
    let version: String
    let utc: @Sendable () -> Int64
    let restore: Restore
    let digest: Digesting
    /// Folders whose newest outputs lie under `latest` too.
    let latest: Set<String>

    /// The SHA-256 of bytes.
    package typealias Digesting = @Sendable ([UInt8]) -> Digest?

    /// Makes the content of a dropped picture anew where it is damaged or gone; `false` when it is not, or can't be.
    package typealias Restore = @Sendable (Digest, DropID) async throws(JobFailure) -> Bool

    package init(
        spool: any SpoolRepository, blobs: any BlobRepository, files: any FileSystem, renderer: any Renderer, clock: C,
        credits: [String: String], abilities: [String: BackendAbilities] = [:], version: String,
        utc: @escaping @Sendable () -> Int64, restore: @escaping Restore = { _, _ in false },
        digest: @escaping Digesting = { _ in nil }, latest: Set<String> = []
    ) {
        self.spool = spool
        self.blobs = blobs
        self.files = files
        self.renderer = renderer
        self.clock = clock
        self.credits = credits
        self.abilities = abilities
        self.version = version
        self.utc = utc
        self.restore = restore
        self.digest = digest
        self.latest = latest
    }

    package func takeUp(
        limit: Int, after: JobID?, token: Int64, utc: Int64
    ) async -> Result<[Job], RepositoryFailure> {
        do throws(RepositoryFailure) {
            return .success(try await spool.takeUp(limit: limit, after: after, token: token, at: utc))
        } catch {
            return .failure(error)
        }
    }

    package func move(_ job: Job, to state: JobState, utc: Int64) async -> Result<Bool, RepositoryFailure> {
        do throws(RepositoryFailure) {
            guard state.isEnd else { return .success(try await write(state, of: job, token: job.token)) }
            return .success(try await end(job, as: state, token: job.token))
        } catch {
            return .failure(error)
        }
    }

    /// What was staged for the job goes with it. A part that is gone counts as delivered while the row says `staged`, so
    /// there the row comes first; else it comes last, so that a crash leaves no parts that belong to nobody.
    func end(_ job: Job, as state: JobState, token: Int64) async throws(RepositoryFailure) -> Bool {
        if job.state != .staged { await removeParts(of: job) }
        let isOurs = try await write(state, of: job, token: token)
        if isOurs, job.state == .staged { await removeParts(of: job) }
        return isOurs
    }

    private func write(_ state: JobState, of job: Job, token: Int64) async throws(RepositoryFailure) -> Bool {
        try await spool.move(job.id, to: state, picture: job.picture, token: token, at: utc())
    }

    package func tally(_ drop: DropID) async -> Result<DropTally, RepositoryFailure> {
        do throws(RepositoryFailure) { return .success(try await spool.tally(drop)) } catch { return .failure(error) }
    }

    package func sleep(_ duration: Duration) async {
        try? await clock.sleep(for: duration)
    }
}
