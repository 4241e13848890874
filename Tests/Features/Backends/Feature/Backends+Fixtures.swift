@testable import BackendsFeature
import Domain
import MVICore
import MVITesting
import Testing

extension Stamp {
    /// A stamp some seconds after the start of a test.
    static func at(_ seconds: Int64) -> Stamp {
        Stamp(now: .seconds(seconds), utc: UTCMillis(1_000_000 + seconds * 1_000), seed: 7)
    }
}

extension Job {
    static func prompt(
        _ number: UInt64, backend: String = "studio", seed: UInt64? = 5, state: JobState = .queued,
        attempts: Int = 0, reuse: ReusePolicy = .seeded
    ) -> Job {
        Job(
            id: JobID(high: 1, low: number), drop: DropID(high: 2, low: number), line: 0, folder: "inbox",
            name: FileName("a.txt"), outbox: FolderPath("/out"),
            request: Request(
                source: .prompt("a fox \(number)"),
                generation: GenerationOptions(backend: backend, seed: seed, reuse: reuse)), state: state,
            attempts: attempts, created: 0)
    }
}

extension StoredPicture {
    static var sample: StoredPicture {
        guard let digest = Digest(bytes: [UInt8](repeating: 7, count: 32)) else { preconditionFailure() }
        return StoredPicture(digest: digest, format: .png)
    }
}

extension Backends.RunningCall {
    /// A call of the backend that the job requests.
    init(job: Job) {
        self.init(job: job, backend: job.activeRequest.generation.backend)
    }
}

extension GeneratedPicture {
    static var sample: Self { Self(.sample, by: "studio") }
}

extension Backends.State {
    static func studio(
        _ concurrency: Int = 2, onUnknown: UnknownOutcomePolicy = .hold, isFree: Bool = false,
        health: Backends.Health = .fine
    ) -> Backends.State {
        var state = Backends.State.initial([
            "studio": Backends.Rules(concurrency: concurrency, onUnknown: onUnknown, isFree: isFree)
        ])
        state.health = health
        return state
    }

    /// The health of the backend `studio`.
    var health: Backends.Health {
        get { backends["studio"]?.health ?? .fine }
        set { backends["studio"]?.health = newValue }
    }
}

extension Backends.Outage {
    static func studio(
        _ failure: BackendFailure, since: Int64 = 0, interval: Int64 = 30, due: Int64 = 30,
        suspects: [JobID: BackendFailure] = [:]
    ) -> Backends.Outage {
        Backends.Outage(
            failure: failure, since: UTCMillis(1_000_000 + since * 1_000), interval: .seconds(interval),
            dueAt: .seconds(due),
            suspects: suspects)
    }
}

extension Command<Backends> {
    static func call(_ job: Job, at stamp: Stamp = .at(0), index: Int = 0, mayRepeat: Bool = false) -> Self {
        .run(
            .generate(
                job, on: job.activeRequest.generation.backend,
                call: CallID(utc: stamp.utc, seed: stamp.seed, index: index),
                seed: 5, mayRepeat: mayRepeat), as: .call(job.id), ifRunning: .keep)
    }

    static func answer(_ job: Job, _ answer: PictureAnswer) -> Self {
        .emit(.answered(job.id, answer))
    }

    /// The job waits for the backend `studio` until some seconds after the start.
    static func waits(_ job: Job, _ failure: BackendFailure, until seconds: Int64) -> Self {
        .answer(job, .waits(.backend("studio", failure), until: UTCMillis(1_000_000 + seconds * 1_000)))
    }

    static func probe(after seconds: Int64) -> Self {
        .run(.probe("studio", after: .seconds(seconds)), as: .probe("studio"))
    }

    static func down(_ failure: BackendFailure, until seconds: Int64) -> Self {
        .emit(.wentDown("studio", failure, until: UTCMillis(1_000_000 + seconds * 1_000)))
    }

    static var recovered: Self { .emit(.recovered("studio")) }
}

/// A store whose clock is at the start.
func testStore(_ state: Backends.State) -> TestStore<Backends> {
    TestStore(Backends.self, state, stamp: .at(0))
}

extension TestStore<Backends> {
    /// Requests the job's picture; its call begins.
    func begin(_ job: Job, mayRepeat: Bool = false) {
        send(.generate([job]), commands: [.call(job, at: stamp, mayRepeat: mayRepeat)]) {
            $0.calls[job.id] = Backends.RunningCall(job: job)
        }
    }

    /// Ends the call of a job with a failure.
    func fail(
        _ job: Job, _ failure: BackendFailure, commands: [Command<Backends>],
        change: (inout Backends.State) -> Void = { _ in }
    ) {
        receive(
            .answered(job.id, .failure(.backend("studio", failure))), from: .call(job.id), commands: commands
        ) {
            $0.calls[job.id] = nil
            change(&$0)
        }
    }

    func paint(
        _ job: Job, commands: [Command<Backends>] = [], then: [Command<Backends>] = [],
        change: (inout Backends.State) -> Void = { _ in }
    ) {
        receive(
            .answered(job.id, .success(.sample)), from: .call(job.id),
            commands: commands + [.answer(job, .picture(.sample))] + then
        ) {
            $0.calls[job.id] = nil
            $0.made += 1
            change(&$0)
        }
    }

    func probed(
        _ failure: BackendFailure? = nil, commands: [Command<Backends>], change: (inout Backends.State) -> Void
    ) {
        receive(.probed("studio", failure), from: .probe("studio"), commands: commands, change: change)
    }
}
