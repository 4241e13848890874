package import Domain
package import JobsFeature
import MVIEffects
package import Rendering

/// Gives a job with its picture to the services that have its folder. Returns `false` if this one has it.
package typealias HandOver = @Sendable (Job) async throws(RepositoryFailure) -> Bool

/// Performs the effects of `Jobs` with the renderer, the output folders and the database.
package struct JobsSideEffectImpl<C: Clock<Duration>>: JobsSideEffect {
    let spool: SpoolRepositories
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
    let utc: @Sendable () -> UTCMillis
    /// Restores damaged pictures.
    package let recovery: PictureRecovery
    let readAgain: ReadAgain
    let digest: Digesting
    /// Watch folders that also keep their newest outputs under the name `latest`.
    let latest: Set<String>
    let release: HandOver
    /// Finds the files of jobs that are forgotten.
    let jobFiles: JobFiles

    /// Computes the SHA-256 of the bytes.
    package typealias Digesting = @Sendable ([UInt8]) -> Digest?

    /// Restores the content of a dropped picture from its drop if it is damaged or missing. `false`: it is intact or
    /// can't be restored.
    package typealias Restore = @Sendable (Digest, DropID) async throws(JobFailure) -> Bool

    /// Reads the file of a refused drop again, for the drop's failed job, with a token for its row. Returns the drop
    /// and its jobs as stored.
    package typealias ReadAgain =
        @Sendable (Job, Int64, UTCMillis) async -> Result<(drop: Drop, jobs: [Job]), RetryRefusal>

    package init(
        spool: SpoolRepositories, blobs: any BlobRepository, files: any FileSystem, renderer: any Renderer, clock: C,
        credits: [String: String], abilities: [String: BackendCapabilities] = [:], version: String,
        utc: @escaping @Sendable () -> UTCMillis, restore: @escaping Restore = { _, _ in false },
        readAgain: @escaping ReadAgain = { _, _, _ in .failure(.sourceGone) },
        digest: @escaping Digesting = { _ in nil }, latest: Set<String> = [], folders: [WatchFolder] = [],
        day: @escaping @Sendable (UTCMillis) -> LocalDay = { _ in LocalDay(year: 1970, month: 1, day: 1) },
        handOver: @escaping HandOver = { _ in false }
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
        self.readAgain = readAgain
        self.digest = digest
        self.latest = latest
        release = handOver
        jobFiles = JobFiles(files: files, contents: spool.contents, folders: folders, digest: digest, day: day)
        recovery = PictureRecovery(
            jobs: spool.jobs, contents: spool.contents, drops: spool.drops, blobs: blobs, jobFiles: jobFiles,
            restoreFromDrop: restore)
    }

    package func claimUnfinished(
        limit: Int, after: JobID?, token: Int64, utc: UTCMillis
    ) async -> Result<[Job], RepositoryFailure> {
        await result { () throws(RepositoryFailure) in
            try await spool.jobs.claimUnfinished(limit: limit, after: after, token: token, at: utc)
        }
    }

    package func move(_ job: Job, to state: JobState) async -> Result<Bool, RepositoryFailure> {
        await result { () throws(RepositoryFailure) in
            guard state.isEnd else { return try await write(state, of: job, token: job.token) }
            return try await end(job, as: state, token: job.token)
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

    func write(_ state: JobState, of job: Job, token: Int64) async throws(RepositoryFailure) -> Bool {
        try await spool.jobs.move(job, to: state, token: token, at: utc())
    }

    package func tally(_ drop: DropID) async -> Result<DropProgress, RepositoryFailure> {
        await result { () throws(RepositoryFailure) in try await spool.drops.tally(drop) }
    }

    package func wait(_ duration: Duration) async -> Bool { await clock.wait(duration) }
}

/// Submissions.
extension JobsSideEffectImpl {
    /// Submitted pictures exist only here, so they are synced first, and protected from removal until their rows are
    /// written. The jobs are stored as of their own time.
    package func submit(_ submission: Jobs.Submission) async -> Result<SubmittedJobs, SubmitRefusal> {
        var held: [Digest] = []
        let stored = await store(submission, holding: &held)
        for picture in held { await blobs.release(picture) }
        return stored
    }

    private func store(
        _ submission: Jobs.Submission, holding held: inout [Digest]
    ) async -> Result<SubmittedJobs, SubmitRefusal> {
        for bytes in submission.pictures {
            do throws(FileFailure) { held.append(try await blobs.store(bytes)) } catch {
                return .failure(.storage(error))
            }
        }
        return await insert(submission)
    }

    private func insert(_ submission: Jobs.Submission) async -> Result<SubmittedJobs, SubmitRefusal> {
        await result { () throws(RepositoryFailure) in
            try await spool.submissions.submit(
                submission.jobs, drop: submission.drop, key: submission.key, at: submission.jobs.first.created)
        }.mapError(SubmitRefusal.repository)
    }
}

/// User decisions on jobs, including those without an entry in the state.
extension JobsSideEffectImpl {
    /// A refused drop's job gets its request from the drop's file. For others, checks first that the
    /// given picture still exists: a job whose source was deleted together with its drop can't be retried.
    package func reopen(
        _ job: JobID, mayPayTwice: Bool, token: Int64
    ) async -> Result<Jobs.ReopenedJob, RetryRefusal> {
        do throws(RepositoryFailure) {
            guard let found = try await spool.jobs.job(job) else { return .failure(.noSuchJob) }
            if case .failed(.refused) = found.state { return await readmit(found, token) }
            guard await hasSource(found) else { return .failure(.pictureLost) }
            return try await spool.jobs.reopen(job, mayPayTwice: mayPayTwice, token: token, at: utc())
                .map { Jobs.ReopenedJob($0) }
        } catch {
            return .failure(.repository(error))
        }
    }

    private func readmit(_ job: Job, _ token: Int64) async -> Result<Jobs.ReopenedJob, RetryRefusal> {
        await readAgain(job, token, utc()).flatMap { read in
            guard let own = read.jobs.first(where: { $0.id == job.id }) else { return .failure(.noSuchJob) }
            return .success(Jobs.ReopenedJob(own, of: read.drop, others: read.jobs.filter { $0.id != job.id }))
        }
    }

    package func approve(_ job: JobID, token: Int64) async -> Result<Job?, RepositoryFailure> {
        await result { () throws(RepositoryFailure) in try await spool.jobs.approve(job, token: token, at: utc()) }
    }

    package func redeliver(_ job: JobID, token: Int64) async -> Result<Job, RedeliverRefusal> {
        do throws(RepositoryFailure) {
            guard let found = try await spool.jobs.job(job) else { return .failure(.noSuchJob) }
            guard found.state == .done else { return .failure(.notDone(state: found.state.word)) }
            guard let picture = found.picture, await isUsable(picture.digest, of: found),
                let queued = try await spool.jobs.redeliver(job, token: token, at: utc())
            else { return .failure(.pictureGone) }
            return .success(queued)
        } catch {
            return .failure(.repository(error))
        }
    }

    /// `true` as well if it can't be checked; staging will then report the error.
    private func isUsable(_ picture: Digest, of job: Job) async -> Bool {
        do throws(JobFailure) { return try await recovery.ensure(picture, of: job) } catch { return true }
    }

    package func cancelRow(_ job: JobID, token: Int64) async -> Result<Job?, RepositoryFailure> {
        await result { () throws(RepositoryFailure) in
            guard let found = try await spool.jobs.job(job), !found.state.isEnd else { return nil }
            let isCancelled = try await end(found, as: .cancelled, token: max(token, found.token))
            return isCancelled ? try await spool.jobs.job(job) : nil
        }
    }

    package func recordCancellation(_ job: JobID) async -> RepositoryFailure? {
        do throws(RepositoryFailure) {
            try await spool.jobs.recordCancellation(job)
            return nil
        } catch {
            return error
        }
    }

    /// The files are removed first: after an interruption the job still exists and can be forgotten again.
    package func forget(_ job: JobID) async -> Result<Jobs.ForgottenFiles, ForgetRefusal> {
        await result { () throws(ForgetRefusal) in
            let removed = try await removeFiles(of: job)
            let forgotten = try await stored { () throws(RepositoryFailure) in
                try await spool.erasure.forget(job, at: utc())
            }
            try await removePictures(of: try forgotten.get())
            return removed
        }
    }

    private func removeFiles(of id: JobID) async throws(ForgetRefusal) -> Jobs.ForgottenFiles {
        let found = try await stored { () throws(RepositoryFailure) in
            (job: try await spool.jobs.job(id), drop: try await spool.erasure.soleDrop(of: id))
        }
        guard let job = found.job else { throw .noSuchJob }
        guard job.state.isEnd else { throw .notEnded(state: job.state.word) }
        do throws(FileFailure) { return try await jobFiles.remove(job, found.drop) } catch { throw .storage(error) }
    }

    /// Removes the pictures of a forgotten job that no other job needs.
    private func removePictures(of job: ForgottenJob) async throws(ForgetRefusal) {
        do throws(FileFailure) {
            try await blobs.remove(job.pictures, .forgotten) { [contents = spool.contents] digests in
                // If the database can't say which are needed, all are kept.
                (try? await contents.neededPictures(among: digests)) ?? Set(digests)
            }
        } catch {
            throw .storage(error)
        }
    }

    private func stored<Answer>(
        _ work: () async throws(RepositoryFailure) -> Answer
    ) async throws(ForgetRefusal) -> Answer {
        do throws(RepositoryFailure) { return try await work() } catch { throw .repository(error) }
    }

    package func withdraw(_ job: Job) async -> Result<Bool, RepositoryFailure> {
        await result { () throws(RepositoryFailure) in
            if try await hasOpenCall(job) { return false }
            await removeParts(of: job)
            return try await spool.jobs.withdraw(job.id, token: job.token, at: utc())
        }
    }

    package func park(_ job: Job, behind closure: GateClosure) async -> Result<Bool, RepositoryFailure> {
        await result { () throws(RepositoryFailure) in
            if try await hasOpenCall(job) { return false }
            return try await write(.behind(closure, at: utc()), of: job, token: job.token)
        }
    }

    package func admitGated(
        except closed: Set<String>, limit: Int, token: Int64
    ) async -> Result<GateAdmission, RepositoryFailure> {
        await result { () throws(RepositoryFailure) in
            try await spool.jobs.admitGated(except: closed, limit: limit, token: token, at: utc())
        }
    }

    /// Whether a call for the job may have been sent that isn't settled.
    private func hasOpenCall(_ job: Job) async throws(RepositoryFailure) -> Bool {
        switch try await spool.calls.lastCall(of: job.id)?.phase {
        case nil, .reserved, .settled: false
        case .submitting, .submitted, .finished, .fetched: true
        }
    }

    /// `true` if all given pictures exist or can't be checked; in the latter case staging will report the error.
    private func hasSource(_ job: Job) async -> Bool {
        guard job.state.isEnd, job.needsGiven else { return true }
        for given in job.request?.source.given ?? [] {
            if let exists = try? await blobs.exists(given.digest), !exists { return false }
        }
        return true
    }
}

extension Job {
    /// `true` if the pictures that came with the request are still needed, that is until another was generated from them.
    fileprivate var needsGiven: Bool { request?.source.task == nil || picture == nil }
}
