import BackendKit
import BackendsFeature
import BackendsSideEffect
import Configuration
import Domain
import MVICore
import MVIEffects
import PlatformDigest
import PlatformSystem
import Repositories
import Synchronization

@testable import App

/// Requests one job's picture from a configured backend as often as the service does by itself, over a real connection
/// and a real database. Time advances only where the service would wait.
@MainActor
final class GatewayHarness {
    /// A job's final answer and its cost.
    struct Outcome {
        let answer: PictureAnswer?
        let cost: JobCost
    }

    /// The maximum number of steps; enough for every call that the service makes by itself for a failing request.
    private static let mostSteps = 30
    private nonisolated static let start: UTCMillis = 1_800_000_000_000

    private let base: ServiceResources
    private let settings: Settings
    private let backends: [any ImageBackend]
    private let rules: [String: Backends.Rules]
    private let clock = SkippingClock()

    init(_ base: ServiceResources, _ settings: Settings) throws {
        self.base = base
        self.settings = settings
        backends = try base.backends.backends(
            settings, log: .silent)
        rules = Backends.Rules.rules(backends, settings)
    }

    private var utc: UTCMillis { Self.start + clock.milliseconds }

    private func world() -> BackendsSideEffectImpl<SkippingClock> {
        let clock = clock
        return BackendsSideEffectImpl(
            backends: backends, calls: base.spool.calls, blobs: base.blobs, clock: clock,
            utc: { Self.start + clock.milliseconds }, digest: sha256, budget: settings.budget,
            moment: { BudgetMoment($0) })
    }

    /// Requests a new job's picture from the named backend. `number` distinguishes jobs.
    func outcome(of name: String, _ number: Int) async throws -> Outcome {
        let job = try await job(for: name, UInt64(number))
        let answer = try await ask(for: job, name)
        return Outcome(answer: answer, cost: try await base.spool.calls.cost(of: job.id))
    }

    private func job(for name: String, _ number: UInt64) async throws -> Job {
        let identity = FileIdentity(name: FileName("\(name).txt"), inode: number + 1, size: 10, modified: 5)
        let drop = Drop(id: DropID(utc: utc, seed: number), folder: "inbox", identity: identity)
        _ = try await base.spool.drops.claim([drop], at: utc)
        let generation = GenerationOptions(backend: name)
        let job = Job(
            id: JobID(high: 1, low: number), drop: drop.id, line: 0, folder: "inbox", name: identity.name,
            outbox: settings.service.state,
            request: Request(source: .prompt("a cat \(number)"), generation: generation),
            created: utc)
        return try await base.spool.drops.accept(drop.id, content: nil, jobs: [job], at: utc).first ?? job
    }

    private func ask(for job: Job, _ name: String) async throws -> PictureAnswer? {
        guard let rules = rules[name] else { return nil }
        var run = Run(.initial([name: rules]))
        let perform = Backends.performer(world())
        apply(.requested([job]), to: &run)
        for _ in 0..<Self.mostSteps {
            if let last = run.last, !last.isWaiting { return last }
            if let effect = run.next(before: run.dueAt) {
                let news = Mutex<[Backends.InternalAction]>([])
                let fact = await perform(
                    effect,
                    Report { fact in
                        news.withLock { $0.append(fact) }
                        return true
                    })
                for fact in news.withLock(\.self) + [fact].compactMap(\.self) { apply(fact, to: &run) }
            } else if let due = run.dueAt {
                clock.move(to: due)
                run.dueAt = nil
                var again = try await base.spool.jobs.job(job.id) ?? job
                again.state = .queued
                apply(.requested([again]), to: &run)
            } else {
                return run.last
            }
        }
        return run.last
    }

    private func apply(_ fact: Backends.InternalAction, to run: inout Run) {
        run.stamps += 1
        let stamp = Stamp(now: clock.now.offset, utc: utc, seed: run.stamps)
        for command in Backends.reduce(&run.state, fact, stamp) {
            switch command {
            case .run(let effect, let id, let conflict):
                if conflict == .keep, run.pending[id] != nil { continue }
                run.pending[id] = Run.Pending(effect: effect, dueAt: clock.now.offset + effect.delay)
            case .cancel(let id): run.pending[id] = nil
            case .emit(.answered(_, let answer)):
                run.last = answer
                run.dueAt = nil
                if case .waits(_, let until) = answer {
                    run.dueAt = .milliseconds(until.milliseconds(since: Self.start))
                }
            case .emit(.recovered), .emit(.freed):
                if run.last?.isWaiting == true { run.dueAt = clock.now.offset }
            case .emit: break
            }
        }
    }
}

extension GatewayHarness {
    /// The feature's state with its pending effects, for one job.
    private struct Run {
        struct Pending {
            let effect: Backends.Effect
            let dueAt: Duration
        }

        var state: Backends.State
        var pending: [Backends.TaskID: Pending] = [:]
        var last: PictureAnswer?
        /// The time of the job's next request.
        var dueAt: Duration?
        var stamps: UInt64 = 0

        init(_ state: Backends.State) {
            self.state = state
        }

        /// Removes and returns the effect that is due first, unless the job's next request is due earlier.
        mutating func next(before other: Duration?) -> Backends.Effect? {
            guard let (id, first) = pending.min(by: { $0.value.dueAt < $1.value.dueAt }) else { return nil }
            if let other, other < first.dueAt { return nil }
            pending[id] = nil
            return first.effect
        }
    }
}

extension Backends.Effect {
    /// The delay before the effect runs.
    fileprivate var delay: Duration {
        switch self {
        case .probe(_, let delay), .pace(_, let delay): delay
        case .generate, .fetch, .cancel, .report: .zero
        }
    }
}

extension PictureAnswer {
    fileprivate var isWaiting: Bool {
        if case .waits = self { true } else { false }
    }
}

/// A clock that never blocks: a sleep advances it to the wake-up time at once.
final class SkippingClock: Clock {
    struct Instant: InstantProtocol {
        let offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private let offset = Mutex(Duration.zero)

    var now: Instant { Instant(offset: offset.withLock(\.self)) }
    var minimumResolution: Duration { .nanoseconds(1) }
    var milliseconds: Int64 {
        offset.withLock { $0.components.seconds * 1_000 + $0.components.attoseconds / 1_000_000_000_000_000 }
    }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        move(to: deadline.offset)
    }

    func move(to time: Duration) {
        offset.withLock { $0 = max($0, time) }
    }
}
