import BackendKit
import BackendsFeature
import BackendsSideEffect
import Configuration
import Domain
import PlatformDigest
import PlatformSystem
import Repositories
import Words

/// Buys pictures for a trial as the service buys them: each is a job of the state folder, its call is written down before
/// it is sent, it fits under the caps, and what it cost is in the ledger.
struct TrialPurchase {
    let base: Foundations
    let settings: Settings
    let witness: TrialWitness

    /// What one of them is reserved at, where a price is configured.
    static func estimate(_ settings: Settings, of backend: String) -> Money? {
        settings.budget.prices[backend]?.estimate(size: size(settings, backend), quality: nil)
    }

    /// Returns once a picture came, is stored and paid for.
    func picture() async throws(JobFailure) {
        let (drop, job) = made()
        try await stored { () throws(RepositoryFailure) in
            _ = try await base.spool.submit(SubmittedJob(job: job, content: nil), drop: drop, key: nil, at: job.created)
        }
        let world = BackendsSideEffectImpl(
            backends: [witness], spool: base.spool, blobs: base.blobs, clock: base.clock, utc: wallClockMilliseconds,
            digest: sha256, budget: settings.budget, moment: { BudgetMoment(milliseconds: $0) })
        let call = CallID(utc: job.created, seed: randomSeed())
        let bought = await world.generate(
            job, on: witness.descriptor.name, call: call, seed: randomSeed() >> 32, mayRepeat: false, utc: job.created
        ) { _ in }
        switch bought {
        case .success(let made): try await end(job, drop, .done, made.picture)
        case .failure(let failure):
            try await end(job, drop, .failed(failure), nil)
            throw failure
        }
    }

    /// The first folder's, so that a picture that was bought when this was cut short is delivered by the service.
    private func made() -> (Drop, Job) {
        let (utc, seed) = (wallClockMilliseconds(), randomSeed())
        let name = witness.descriptor.name
        let id = DropID(utc: utc, seed: seed, index: 0)
        let identity = FileIdentity(name: FileName(".submitted-\(id)"), inode: 0, size: 0, modified: utc)
        let folder = settings.watches.first
        let drop = Drop(id: id, folder: folder?.name ?? "trial", identity: identity, phase: .read)
        var request = Request(source: .prompt("a lighthouse on a cliff at dusk"))
        request.generation = GenerationOptions(
            backend: name, size: Self.size(settings, name), isLenient: true, reuse: .never)
        let job = Job(
            id: JobID(utc: utc, seed: seed, index: 1), drop: id, line: 0, folder: drop.folder,
            name: FileName("trial-of-\(name).txt"), outbox: folder?.outbox ?? settings.service.state, request: request,
            created: utc)
        return (drop, job)
    }

    private func end(_ job: Job, _ drop: Drop, _ state: JobState, _ picture: StoredPicture?) async throws(JobFailure) {
        try await stored { () throws(RepositoryFailure) in
            let utc = wallClockMilliseconds()
            _ = try await base.spool.move(job.id, to: state, picture: picture, token: job.token, at: utc)
            try await base.spool.advance(drop.id, to: .ended, failure: nil, at: utc)
            try await base.spool.advance(drop.id, to: .gone, failure: nil, at: utc)
        }
    }

    private func stored(_ work: () async throws(RepositoryFailure) -> Void) async throws(JobFailure) {
        do throws(RepositoryFailure) { try await work() } catch { throw .storage(error) }
    }

    private static func size(_ settings: Settings, _ backend: String) -> PictureSize {
        settings.backends.first { $0.name == backend }?.size ?? PictureSize(width: 512, height: 512)
    }
}
