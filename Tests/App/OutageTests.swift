import BackendKit
import BackendsFeature
import BackendsSideEffect
import Domain
import FoundationEssentials
import JobsFeature
import JobsSideEffect
import MVIRuntime
import MVISimulation
import Observation
import PlatformConcurrency
import PlatformDigest
import PlatformSystem
import Rendering
import Repositories
import Synchronization
import TestFolders
import Testing

@testable import App

/// Jobs and Backends connected as the service connects them, over a real database, real blobs and a real outbox. Only
/// the provider and the time are simulated.
@MainActor
@Suite("Provider outage", .timeLimit(.minutes(5)))
struct OutageTests {
    @Test(
        "During an outage 100 prompts wait; after it all are done, none failed and none was paid for twice")
    func outage() async throws {
        try await Simulation.lend { simulation in
            let prompts = 100
            try await simulation.submit(prompts)
            await simulation.wait { $0.jobs.state.waitingCount == prompts && $0.backends.state.calls.isEmpty }
            for _ in 1...5 {
                await simulation.clock.sleepers(atLeast: 2)
                simulation.clock.advanceToNext()
                await simulation.wait { $0.jobs.state.waitingCount == prompts && $0.backends.state.calls.isEmpty }
            }
            #expect(simulation.jobs.state.finished.failed == 0)
            #expect(simulation.provider.refused <= 4)

            // Both Jobs and the health check of the provider are asleep, so no health check has just found it down.
            await simulation.clock.sleepers(atLeast: 2)
            simulation.provider.isUp = true
            simulation.clock.advance(by: .seconds(300))
            await simulation.wait { $0.jobs.state.finished.done == prompts }
            let counts = try await simulation.spool.jobList.counts()
            #expect(counts == ["done": prompts])
            #expect(simulation.provider.painted == prompts)
            #expect(simulation.backends.state.tries.isEmpty)
            let texts = try await simulation.files.list(simulation.outbox).filter { $0.name.ending == "txt" }
            #expect(texts.count == prompts)
        }
    }
}

/// A provider that can be unavailable.
private final class Provider: ImageBackend {
    private struct State {
        var isUp = false
        var refused = 0
        var painted = 0
    }

    let descriptor = BackendDescriptor(
        name: "studio", kind: "played", credit: "studio", isFree: false, isDeterministic: false, sides: 1...4096,
        concurrency: 4)
    private let state = Mutex(State())

    var isUp: Bool {
        get { state.withLock { $0.isUp } }
        set { state.withLock { $0.isUp = newValue } }
    }

    /// The number of rejected calls. `painted` counts the pictures paid for.
    var refused: Int { state.withLock { $0.refused } }
    var painted: Int { state.withLock { $0.painted } }

    func submit(_ request: ImageRequest, key: String) async throws(BackendFailure) -> BackendKit.Submission {
        let isUp = state.withLock { state in
            if state.isUp { state.painted += 1 } else { state.refused += 1 }
            return state.isUp
        }
        guard isUp else { throw .transient(message: "connection refused") }
        return .finished([.bytes([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1])], Receipt(charged: .yes))
    }

    func poll(_ handle: JobHandle) async throws(BackendFailure) -> PollAnswer { throw .lost }
    func fetch(_ source: ImageSource, limit: Int64) async throws(BackendFailure) -> [UInt8] {
        guard case .bytes(let bytes) = source else { throw .lost }
        return bytes
    }
    func cancel(_ handle: JobHandle) async -> CancelOutcome { .unsupported }
    func probe() async -> BackendHealth { isUp ? .ready : .down(.transient(message: "connection refused")) }
}

private struct PlayedRenderer: Renderer {
    func render(
        _ picture: PictureSource, art: ArtOptions, outputs: [OutputKind], caption: ArtCaption
    ) async throws(PictureFailure) -> [RenderedOutput] {
        outputs.map { RenderedOutput(kind: $0, bytes: [120, 10]) }
    }

    func show(
        _ picture: PictureSource, art: ArtOptions, output: OutputKind
    ) async throws(PictureFailure) -> ConversionResult {
        throw .notAPicture
    }
}

@MainActor
private final class Simulation {
    private static let threads = ThreadExecutor(name: "outage tests", threads: 2)

    let clock = ManualClock()
    let provider = Provider()
    let files: any FileSystem = LocalFileSystem(executor: threads)
    let outbox: FolderPath
    private let database: SpoolDatabase
    let spool: SpoolRepositories
    let jobs: Store<Jobs>
    let backends: Store<Backends>

    static func lend(_ body: @MainActor (Simulation) async throws -> Void) async throws {
        let folder = try TemporaryFolder()
        defer { withExtendedLifetime(folder) {} }
        let simulation = try Simulation(folder.path)
        do {
            try await body(simulation)
        } catch {
            await simulation.close()
            throw error
        }
        await simulation.close()
    }

    private init(_ folder: FolderPath) throws {
        outbox = folder
        database = try SpoolDatabase(folder: folder)
        let spool = database.repositories
        self.spool = spool
        let blobs = try DiskBlobRepository(folder: folder, threads: Self.threads)
        let utc = ManualUTC(1_767_225_600_000, following: clock)
        let stamper = StampSource(clock: clock, utc: { utc.now }, seed: 7)
        jobs = Store(
            .initial(), stamp: stamper.next,
            perform: Jobs.performer(
                JobsSideEffectImpl(
                    spool: spool, blobs: blobs, files: files, renderer: PlayedRenderer(), clock: clock, credits: [:],
                    version: "1", utc: { utc.now })))
        backends = Store(
            .initial(["studio": Backends.Rules(provider.descriptor)]), stamp: stamper.next,
            perform: Backends.performer(
                BackendsSideEffectImpl(
                    backends: [provider], calls: spool.calls, blobs: blobs, clock: clock, utc: { utc.now },
                    digest: sha256,
                    moment: { BudgetMoment($0) }
                )))
        jobs.listen { [unowned backends] event in
            if let action = Routes.backends(event) { backends.send(action) }
        }
        backends.listen { [unowned jobs] event in
            if let action = Routes.jobs(event) { jobs.send(action) }
        }
        jobs.send(.start)
    }

    /// Stores `count` prompts and sends them to Jobs once Jobs has resumed the jobs of an earlier run.
    func submit(_ count: Int) async throws {
        await wait { $0.jobs.state.phase == .running }
        let request = Request(
            source: .prompt("a fox"), generation: GenerationOptions(backend: "studio"), outputs: [.txt])
        for number in 1...count {
            let id = DropID(utc: UTCMillis(Int64(number)), seed: 1)
            let drop = Drop(
                id: id, folder: "inbox",
                identity: FileIdentity(name: FileName(".\(id.text)"), inode: 0, size: 0, modified: 0))
            let job = Job(
                id: JobID(utc: UTCMillis(Int64(number)), seed: 2), drop: id, line: 0, folder: "inbox",
                name: FileName("fox.txt"),
                outbox: outbox, request: request, created: 1)
            let submission = SubmittedJobs(job, content: nil)
            jobs.send(.accept([try await spool.submissions.submit(submission, drop: drop, key: nil, at: 1).first]))
        }
    }

    /// Waits until the condition holds.
    func wait(until isSo: @escaping @MainActor (Simulation) -> Bool) async {
        for await answer in Observations({ [unowned self] in isSo(self) }) where answer { return }
    }

    private func close() async {
        await backends.shutDown()
        await jobs.shutDown()
        await database.close()
    }
}
