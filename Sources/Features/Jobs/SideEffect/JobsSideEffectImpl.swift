public import Domain
public import Rendering

/// Drives renderer, outbox and database.
public struct JobsSideEffectImpl<C: Clock<Duration>>: JobsSideEffect {
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

    /// Makes the content of a dropped picture anew where it is damaged or gone; `false` when it is not, or can't be.
    public typealias Restore = @Sendable (Digest, DropID) async throws(JobFailure) -> Bool

    public init(
        spool: any SpoolRepository, blobs: any BlobRepository, files: any FileSystem, renderer: any Renderer, clock: C,
        credits: [String: String], abilities: [String: BackendAbilities] = [:], version: String,
        utc: @escaping @Sendable () -> Int64, restore: @escaping Restore = { _, _ in false }
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
    }

    public func takeUp(
        limit: Int, after: JobID?, token: Int64, utc: Int64
    ) async -> Result<[Job], RepositoryFailure> {
        do throws(RepositoryFailure) {
            return .success(try await spool.takeUp(limit: limit, after: after, token: token, at: utc))
        } catch {
            return .failure(error)
        }
    }

    public func move(_ job: Job, to state: JobState, utc: Int64) async -> Result<Bool, RepositoryFailure> {
        if state.isEnd { await removeParts(of: job) }
        do throws(RepositoryFailure) {
            return .success(
                try await spool.move(job.id, to: state, picture: job.picture, token: job.token, at: self.utc()))
        } catch {
            return .failure(error)
        }
    }

    public func tally(_ drop: DropID) async -> Result<DropTally, RepositoryFailure> {
        do throws(RepositoryFailure) { return .success(try await spool.tally(drop)) } catch { return .failure(error) }
    }

    public func sleep(_ duration: Duration) async {
        try? await clock.sleep(for: duration)
    }
}
