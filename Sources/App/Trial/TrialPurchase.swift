import BackendKit
import BackendsFeature
import BackendsSideEffect
import Configuration
import Domain
import PlatformDigest
import PlatformSystem
import Repositories
import Synchronization
import Words

/// Buys pictures for a trial as the service does: each is a job in the state folder, its call is recorded before it
/// is sent, it has to fit the caps, and its cost is recorded in the ledger.
struct TrialPurchase {
    let base: ServiceResources
    let settings: Settings
    let recorder: RecordingBackend

    /// The amount reserved for one picture, if a price is configured.
    static func estimate(_ settings: Settings, of backend: String) -> Money? {
        settings.budget.prices[backend]?.estimate(size: size(settings, backend), quality: nil)
    }

    /// Returns once a picture was received, stored and paid.
    func picture() async throws(JobFailure) {
        let (drop, job) = made()
        try await stored { () throws(RepositoryFailure) in
            _ = try await base.spool.submissions.submit(
                SubmittedJobs(job, content: nil), drop: drop, key: nil, at: job.created)
        }
        let sideEffect = BackendsSideEffectImpl(
            backends: [recorder], calls: base.spool.calls, blobs: base.blobs, clock: base.clock,
            utc: UTCMillis.now,
            digest: sha256, budget: settings.budget, moment: { BudgetMoment($0) })
        let call = CallID(utc: job.created, seed: randomSeed())
        let purchased = await sideEffect.generate(
            job, on: recorder.descriptor.name, call: call, seed: randomSeed() >> 32, mayRepeat: false
        ) { _ in }
        switch purchased {
        case .ended(.success(let made)): try await end(job, drop, .done, made.picture)
        case .ended(.failure(let failure)):
            try await end(job, drop, .failed(failure), nil)
            throw failure
        // Only a service shares its calls with others.
        case .turnedAway:
            try await end(job, drop, .cancelled, nil)
            throw .backend(recorder.descriptor.name, .cancelled)
        }
    }

    /// The job belongs to the first folder, so that the service delivers a picture whose trial was cut short. Where services
    /// share the database it belongs to none that exists, so that no other one claims it meanwhile.
    private func made() -> (Drop, Job) {
        let (utc, seed) = (UTCMillis.now(), randomSeed())
        let name = recorder.descriptor.name
        let folder = base.spool.fleet == nil ? settings.watches.first : nil
        let drop = Drop.submission(to: folder?.name ?? "trial", at: utc, seed: seed)
        var request = Request(source: .prompt("a lighthouse on a cliff at dusk"))
        request.generation = GenerationOptions(
            backend: name, size: Self.size(settings, name), isLenient: true, reuse: .never)
        let origin = JobOrigin(
            drop: drop, outbox: folder?.outbox ?? settings.service.state, utc: utc, day: LocalTime(utc).localDay,
            seed: seed)
        let job = origin.job(named: FileName("trial-of-\(name).txt"), for: request)
        return (drop, job)
    }

    private func end(_ job: Job, _ drop: Drop, _ state: JobState, _ picture: StoredPicture?) async throws(JobFailure) {
        try await stored { () throws(RepositoryFailure) in
            let utc = UTCMillis.now()
            var ended = job
            ended.picture = picture
            _ = try await base.spool.jobs.move(ended, to: state, token: job.token, at: utc)
            try await base.spool.drops.advance(drop.id, to: .ended, failure: nil, at: utc)
            try await base.spool.drops.advance(drop.id, to: .gone, failure: nil, at: utc)
        }
    }

    private func stored(_ work: () async throws(RepositoryFailure) -> Void) async throws(JobFailure) {
        do throws(RepositoryFailure) { try await work() } catch { throw .storage(error) }
    }

    private static func size(_ settings: Settings, _ backend: String) -> PictureSize {
        settings.backends.first { $0.name == backend }?.size ?? PictureSize(width: 512, height: 512)
    }
}

/// Forwards every call, and records the handle and the result of the last work.
final class RecordingBackend: ImageBackend {
    private struct State {
        var handle: JobHandle?
        var bytes: [UInt8] = []
    }

    let backend: any ImageBackend
    private let state = Mutex(State())

    init(_ backend: any ImageBackend) {
        self.backend = backend
    }

    var descriptor: BackendDescriptor { backend.descriptor }
    /// `nil` when the last work finished at once.
    var handle: JobHandle? { state.withLock { $0.handle } }
    var bytes: [UInt8] { state.withLock { $0.bytes } }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let submission = try await backend.submit(request, key: key)
        let handle: JobHandle? = if case .pending(let handle, _) = submission { handle } else { nil }
        state.withLock { $0.handle = handle }
        return submission
    }

    func handle(of key: String) -> JobHandle? { backend.handle(of: key) }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer {
        let answer = try await backend.poll(handle)
        if case .moved(let next) = answer { state.withLock { $0.handle = next } }
        return answer
    }

    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        let bytes = try await backend.fetch(source, limit: limit)
        state.withLock { $0.bytes = bytes }
        return bytes
    }

    func cancel(_ handle: JobHandle) async -> CancelOutcome { await backend.cancel(handle) }
    func probe() async -> BackendHealth { await backend.probe() }
    func close() async { await backend.close() }
}
