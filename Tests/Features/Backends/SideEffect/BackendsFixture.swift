import BackendKit
import BackendsFeature
import BackendsSideEffect
import Domain
import MVISimulation
import PlatformConcurrency
import PlatformDigest
import PlatformSystem
import Repositories
import TestFolders
import Testing

/// A job for a scripted backend, with a real database and real blobs.
struct BackendsFixture {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3, 4]
    static let receipt = Receipt(charged: .yes)
    private static let threads = ThreadExecutor(name: "backends tests")

    let folder: FolderPath
    let clock = ManualClock()
    let spool: SpoolRepositories
    var blobs: any BlobRepository
    let job: Job

    /// Lends a fixture whose folder is removed afterwards.
    static func lend(_ body: (BackendsFixture) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let database = try SpoolDatabase(folder: folder.path)
        do {
            try await body(try await BackendsFixture(folder.path, database.repositories))
        } catch {
            await database.close()
            throw error
        }
        await database.close()
    }

    private init(_ folder: FolderPath, _ spool: SpoolRepositories) async throws {
        self.folder = folder
        self.spool = spool
        blobs = try DiskBlobRepository(folder: folder, threads: Self.threads)
        let drop = Drop(
            id: DropID(utc: 1, seed: 1), folder: "inbox",
            identity: FileIdentity(name: FileName("cat.txt"), inode: 1, size: 10, modified: 5))
        _ = try await spool.drops.claim([drop], at: 1)
        let job = Job(
            id: JobID(utc: 1, seed: 2), drop: drop.id, line: 0, folder: "inbox", name: FileName("cat.txt"),
            outbox: folder,
            request: Request(source: .prompt("a cat"), generation: GenerationOptions(backend: "studio")), created: 1)
        self.job = try #require(try await spool.drops.accept(drop.id, content: nil, jobs: [job], at: 1).first)
    }

    func backend(
        isFree: Bool = false, _ script: ScriptedBackend.Script
    ) -> ScriptedBackend {
        ScriptedBackend(isFree: isFree, script) { [spool, job] in
            try? await spool.calls.lastCall(of: job.id)
        }
    }

    /// Makes one attempt. `number` seeds the call's ID, like a new attempt of the service.
    func generate(
        _ backend: ScriptedBackend, _ number: Int = 1, for job: Job? = nil, masks: (any MaskRenderer)? = nil
    ) async -> Result<StoredPicture, JobFailure> {
        await world(backend, masks: masks).generate(
            job ?? self.job, on: (job ?? self.job).activeRequest.generation.backend,
            call: CallID(utc: UTCMillis(Int64(number)), seed: 5), seed: UInt64(number),
            mayRepeat: backend.descriptor.isFree, report: { _ in }
        ).answer.map(\.picture)
    }

    func world(
        _ backend: any ImageBackend, _ budget: BudgetRules = BudgetRules(), masks: (any MaskRenderer)? = nil,
        calls: (any CallRepository)? = nil
    ) -> BackendsSideEffectImpl<ManualClock> {
        BackendsSideEffectImpl(
            backends: [backend], calls: calls ?? spool.calls, blobs: blobs, clock: clock, utc: { 9 }, digest: sha256,
            budget: budget,
            moment: { _ in Self.moment }, masks: masks)
    }

    /// Fetches the picture of the job in its current row, at the given time.
    func fetch(_ backend: ScriptedBackend, at utc: UTCMillis = 9) async throws -> Result<StoredPicture, JobFailure> {
        let job = try #require(try await spool.jobs.job(job.id))
        return await BackendsSideEffectImpl(
            backends: [backend], calls: spool.calls, blobs: blobs, clock: clock, utc: { utc }, digest: sha256,
            moment: { _ in Self.moment }
        ).fetch(job, report: { _ in }).map(\.picture)
    }

    static let address = "https://pictures.example/1"

    /// A fetch from `address` after these failures, with the last one as its reason and `since` as the start of its
    /// period.
    static func fetch(_ failures: BackendFailure..., work: String? = nil, since: UTCMillis = 9) -> ResultFetch {
        failures.reduce(ResultFetch(backend: "studio", host: "https://pictures.example", work: work, since: since)) {
            $0.failed($1, at: since)
        }
    }

    static let moment = BudgetMoment(day: LocalDay(year: 2026, month: 3, day: 9), dayEnds: 100, monthEnds: 200)

    /// Records a call in this phase, as left by an earlier run.
    func left(_ phase: Call.Phase, handle: String? = nil, picture: StoredPicture? = nil) async throws {
        var call = Call(
            id: CallID(utc: 0, seed: 5), job: job.id, backend: "studio", purchase: sha256([]), idempotencyKey: "first",
            seed: 77)
        #expect(try await spool.calls.begin(call, token: 0, at: 1))
        call.phase = phase
        call.handle = handle
        call.picture = picture
        try await spool.calls.keep(call, at: 1)
    }

    /// Another job with the same prompt from its own drop.
    func another(_ number: UInt64, _ change: (inout GenerationOptions) -> Void) async throws -> Job {
        var request = job.activeRequest
        change(&request.generation)
        let drop = Drop(
            id: DropID(utc: 2, seed: number), folder: "inbox",
            identity: FileIdentity(name: FileName("cat-\(number).txt"), inode: 10 + number, size: 10, modified: 5))
        _ = try await spool.drops.claim([drop], at: 1)
        let other = Job(
            id: JobID(high: 3, low: number), drop: drop.id, line: 0, folder: "inbox", name: drop.identity.name,
            outbox: folder, request: request, created: 1)
        return try #require(try await spool.drops.accept(drop.id, content: nil, jobs: [other], at: 1).first)
    }

    var phase: Call.Phase? {
        get async { try? await spool.calls.lastCall(of: job.id)?.phase }
    }

    static var picture: StoredPicture { StoredPicture(digest: sha256(png), format: .png) }
    static var finished: BackendKit.Submission { .finished([.bytes(png)], receipt) }
    static func pending(_ handle: String) throws -> BackendKit.Submission {
        .pending(try #require(JobHandle(handle)), receipt)
    }
}

extension GenerationResult {
    /// The outcome of a call that no other service was in the way of.
    var answer: Result<GeneratedPicture, JobFailure> {
        switch self {
        case .ended(let answer): return answer
        case .turnedAway(let obstacle):
            Issue.record("turned away: \(obstacle)")
            return .failure(.backend("", .cancelled))
        }
    }
}
