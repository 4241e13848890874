package import Domain
package import Rendering

/// Performs the effects of `Jobs` with the renderer, the output folders and the database.
package struct JobsSideEffectImpl<C: Clock<Duration>>: JobsSideEffect {
    let jobs: any JobRepository
    let drops: any DropProgressRepository
    let calls: any CallReader
    let blobs: any BlobRepository
    let files: any FileSystem
    let renderer: any Renderer
    let clock: C
    /// Each backend's credit line for its pictures, such as `sketch, no AI`.
    let credits: [String: String]
    /// The options that each backend supports. A backend without an entry supports all.
    let abilities: [String: BackendCapabilities]
    /// The program's version, for `Provenance`.
    let version: String
    let utc: @Sendable () -> Int64
    let restore: Restore
    let digest: Digesting
    /// Watch folders that also keep their newest outputs under the name `latest`.
    let latest: Set<String>

    /// Computes the SHA-256 of the bytes.
    package typealias Digesting = @Sendable ([UInt8]) -> Digest?

    /// Restores the content of a dropped picture from its drop if it is damaged or missing. `false`: it is intact or
    /// can't be restored.
    package typealias Restore = @Sendable (Digest, DropID) async throws(JobFailure) -> Bool

    package init(
        jobs: any JobRepository, drops: any DropProgressRepository, calls: any CallReader, blobs: any BlobRepository,
        files: any FileSystem, renderer: any Renderer, clock: C,
        credits: [String: String], abilities: [String: BackendCapabilities] = [:], version: String,
        utc: @escaping @Sendable () -> Int64, restore: @escaping Restore = { _, _ in false },
        digest: @escaping Digesting = { _ in nil }, latest: Set<String> = []
    ) {
        self.jobs = jobs
        self.drops = drops
        self.calls = calls
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
            return .success(try await jobs.takeUp(limit: limit, after: after, token: token, at: utc))
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

    /// Writes a final state and removes the job's temporary files. While the row says `staged`, a missing part counts
    /// as delivered, so there the row is written first. Otherwise it is written last, so that a crash leaves no parts
    /// without an owner.
    func end(_ job: Job, as state: JobState, token: Int64) async throws(RepositoryFailure) -> Bool {
        if job.state != .staged { await removeParts(of: job) }
        let isOurs = try await write(state, of: job, token: token)
        if isOurs, job.state == .staged { await removeParts(of: job) }
        return isOurs
    }

    private func write(_ state: JobState, of job: Job, token: Int64) async throws(RepositoryFailure) -> Bool {
        try await jobs.move(job.id, to: state, picture: job.picture, token: token, at: utc())
    }

    package func tally(_ drop: DropID) async -> Result<DropProgress, RepositoryFailure> {
        do throws(RepositoryFailure) { return .success(try await drops.tally(drop)) } catch { return .failure(error) }
    }

    package func sleep(_ duration: Duration) async {
        try? await clock.sleep(for: duration)
    }
}

/// User decisions on jobs, including those without an entry in the state.
extension JobsSideEffectImpl {
    /// Checks first that the given picture still exists: a job whose source was deleted together with its drop can't be
    /// retried.
    package func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64, utc: Int64
    ) async -> Result<Job, RetryRefusal> {
        do throws(RepositoryFailure) {
            guard let found = try await jobs.job(job) else { return .failure(.noSuchJob) }
            guard await hasSource(found) else { return .failure(.pictureLost) }
            return try await jobs.reopen(job, mayPayTwice: mayPayTwice, token: token, at: self.utc())
        } catch {
            return .failure(.repository(error))
        }
    }

    package func approve(_ job: JobID, token: Int64, utc: Int64) async -> Result<Job?, RepositoryFailure> {
        do throws(RepositoryFailure) {
            return .success(try await jobs.approve(job, token: token, at: self.utc()))
        } catch {
            return .failure(error)
        }
    }

    package func cancelRow(_ job: JobID, token: Int64, utc: Int64) async -> Result<Job?, RepositoryFailure> {
        do throws(RepositoryFailure) {
            guard let found = try await jobs.job(job), !found.state.isEnd else { return .success(nil) }
            let isCancelled = try await end(found, as: .cancelled, token: max(token, found.token))
            return .success(isCancelled ? try await jobs.job(job) : nil)
        } catch {
            return .failure(error)
        }
    }

    package func recordCancellation(_ job: JobID) async -> RepositoryFailure? {
        do throws(RepositoryFailure) {
            try await jobs.recordCancellation(job)
            return nil
        } catch {
            return error
        }
    }

    package func withdraw(_ job: Job, utc: Int64) async -> Result<Bool, RepositoryFailure> {
        do throws(RepositoryFailure) {
            let call = try await calls.lastCall(of: job.id)
            switch call?.phase {
            case nil, .reserved, .settled:
                await removeParts(of: job)
                return .success(try await jobs.withdraw(job.id, token: job.token, at: self.utc()))
            case .submitting, .submitted, .finished, .fetched: return .success(false)
            }
        } catch {
            return .failure(error)
        }
    }

    /// `true` if the source exists or can't be checked; in the latter case staging will report the error.
    private func hasSource(_ job: Job) async -> Bool {
        guard job.state.isEnd, job.needsGiven, let given = job.request.source.given else { return true }
        let place = blobs.place(of: given.digest)
        do throws(FileFailure) { return try await files.entry(place.name, in: place.folder) != nil } catch {
            return error != .missing
        }
    }
}

extension Job {
    /// `true` if the picture that came with the request is still needed, that is until another was generated from it.
    fileprivate var needsGiven: Bool { request.source.task == nil || picture == nil }
}
