import BackendKinds
import App
import BackendKit
import Domain
import IntakeFeature
import MVIRuntime
import MVISimulation
import PlatformDigest

/// One simulated history: drops, runs and crashes of the service, and finally two runs without faults.
@MainActor
final class History {
    private let plan: Plan
    private let bug: InjectedBug?
    private let clock: ManualClock
    private let utc: ManualUTC
    private let trace: Trace
    private let disk: SimulatedDisk
    private let spool = ModelSpoolRepository()
    private let provider: Provider
    private let visionModel: VisionModel
    private let mailbox = Mailbox()
    private let people: FolderUsers
    private let person: Operator
    private var cutRandom: SplitMix64
    private var startedAt = ManualClock.Instant(offset: .zero)
    /// The time by which every drop was made and every request sent.
    private var allDroppedAt: ManualClock.Instant?
    private var deaths = 0
    /// The running service; replaced by a new one on a reload.
    private var container: AppContainer?
    private var lives: [ServiceRun] = []
    private(set) var acts = 0
    /// When the service ran without faults or reloads, by the wall clock.
    private var steadyRuns: [Range<UTCMillis>] = []

    init(_ plan: Plan, clock: ManualClock, trace: Trace, bug: InjectedBug?) {
        self.plan = plan
        self.bug = bug
        self.clock = clock
        self.trace = trace
        let utc = ManualUTC(plan.utc, following: clock)
        self.utc = utc
        disk = SimulatedDisk { utc.now }
        provider = Provider(
            seed: plan.providerSeed, hostOutage: plan.hostOutage, clock: clock, trace: trace)
        visionModel = VisionModel(seed: ~plan.providerSeed)
        people = FolderUsers(seed: plan.consumerSeed, disk: disk, clock: clock, trace: trace)
        person = Operator(plan, spool: spool, clock: clock, utc: [utc], trace: trace)
        cutRandom = SplitMix64(seed: plan.cutSeed)
    }

    /// Plays the history to its end and returns the violations found.
    func play() async -> [String] {
        Installation.lay(on: disk)
        let dropping = Task {
            async let asking: Void = person.ask()
            async let turning: Void = person.stepClock()
            async let ordering: Void = person.order()
            async let scheduling: Void = person.schedule()
            async let restoring: Void = people.restore(plan)
            await people.drop(plan.drops)
            _ = await (asking, turning, ordering, scheduling, restoring)
            allDroppedAt = clock.now
        }
        let consuming = Task { await people.consume() }
        var late: (@Sendable () async -> Void)?
        try? await clock.sleep(for: plan.startsAfter)
        for planned in plan.lives {
            late = await live(planned, late)
            try? await clock.sleep(for: planned.pause)
        }
        provider.stopFaults()
        visionModel.stopFaults()
        let faults = await finalRuns(late)
        people.stopConsuming()
        consuming.cancel()
        await dropping.value
        await consuming.value
        return faults
    }

    /// Runs the service twice without faults; the second run must find nothing to do.
    private func finalRuns(_ late: (@Sendable () async -> Void)?) async -> [String] {
        let last = ServiceRun(seed: plan.seed, lastAct: nil, trace: trace)
        let ending = await serve(last, late)
        if ending == .stuck { return ["the service did not settle"] + check() }
        let faults = check()
        let again = ServiceRun(seed: ~plan.seed, lastAct: nil, trace: trace)
        _ = await serve(again, nil)
        return faults.isEmpty ? check().map { "after another start: \($0)" } : faults
    }

    private func check() -> [String] {
        Verdict(
            plan: plan, disk: disk, spool: spool, provider: provider, visionModel: visionModel, people: people,
            deaths: deaths, runs: plan.lives.count + 1,
            storedPictures: SimulatedBlobs.stored(on: disk, state: Installation.state),
            unsent: lives.flatMap(\.unsent), cancelled: person.cancelled, answered: person.answered,
            schedules: ScheduleCheck(plan: plan, spool: spool, schedules: person.schedules, steadyRuns: steadyRuns),
            mailbox: mailbox
        ).faults()
    }

    private func live(
        _ planned: Plan.PlannedRun, _ late: (@Sendable () async -> Void)?
    ) async -> (@Sendable () async -> Void)? {
        let life = ServiceRun(
            seed: planned.seed, lastAct: planned.lastAct, diesWriting: planned.isLate && !planned.isPowerCut,
            faults: planned.faults, trace: trace)
        let stopping = Task {
            guard let after = planned.stopsAfter else { return }
            try? await clock.sleep(for: after)
            life.end(.stopped)
        }
        let ending = await serve(
            life, late, reloadsAfter: planned.reloadsAfter, isSteady: planned.faults == ServiceRun.Faults())
        if ending == .died { deaths += 1 }
        if life.roll(2) == 0, let write = life.removeUnclearWrite() {
            trace.tell("the write was in the log")
            await write()
        }
        stopping.cancel()
        await stopping.value
        guard ending == .died, planned.isPowerCut else { return planned.isLate ? life.removeLateWrite() : nil }
        trace.tell("power cut")
        disk.cut(&cutRandom)
        startedAt = clock.now
        return nil
    }

    /// Runs the service from its start to its stop or crash.
    private func serve(
        _ life: ServiceRun, _ late: (@Sendable () async -> Void)?, reloadsAfter: Duration? = nil, isSteady: Bool = true
    ) async -> ServiceRun.Ending {
        trace.tell("starts")
        let began = utc.now
        let isLater = life.roll(2) == 0
        let world = world(of: life)
        begin(world, isLater: isLater)
        let resting = Task { await rest(life) }
        let writing = Task { await write(late) }
        let reloading = Task { await reload(world, after: reloadsAfter, isLater: !isLater) }
        let ending = await life.over()
        person.findServices = { [] }
        trace.tell("ends", 0, "\(ending)")
        if ending == .stopped { await container?.drain() }
        life.die()
        await container?.shutDown()
        container = nil
        for task in [resting, reloading] {
            task.cancel()
            await task.value
        }
        await writing.value
        acts += life.acts
        lives.append(life)
        if isSteady, reloadsAfter == nil, began < utc.now { steadyRuns.append(began..<utc.now) }
        return ending
    }

    private func begin(_ world: RunDependencies, isLater: Bool) {
        let container = container(world, isLater: isLater)
        self.container = container
        container.start()
        person.findServices = { [RunningService(container: container, world: world)] }
    }

    /// Reloads the configuration after `pause`: running work is drained first.
    private func reload(_ world: RunDependencies, after pause: Duration?, isLater: Bool) async {
        guard let pause else { return }
        do { try await clock.sleep(for: pause) } catch { return }
        guard !world.life.isOver, let old = container else { return }
        trace.tell("reloads its configuration")
        await old.drain()
        guard !world.life.isOver else { return }
        await old.shutDown()
        guard !world.life.isOver else { return }
        trace.tell("continues with another configuration")
        begin(world, isLater: isLater)
    }

    private func world(of life: ServiceRun) -> RunDependencies {
        RunDependencies(
            life: life, files: SimulatedFiles(disk, life, bug: bug), spool: SimulatedSpool(spool, life, bug: bug),
            blobs: SimulatedBlobs(disk, life, state: Installation.state, digest: sha256))
    }

    private func container(_ world: RunDependencies, isLater: Bool) -> AppContainer {
        let spool = SpoolRepositories(
            world.spool, ModelLibrary(world.spool.base), tagCalls: SimulatedTagCalls(spool: world.spool),
            retention: SimulatedRetention(spool: world.spool))
        return ServiceAssembly(
            plan: plan, bug: bug, clock: clock, provider: provider, visionModel: visionModel, mailbox: mailbox
        )
        .container(
            world.life, files: world.files, spool: spool, blobs: world.blobs, origin: startedAt,
            utc: { [utc] in utc.now }, Installation.settings(plan, isLater: isLater))
    }

    /// Performs the write of a stalled earlier process at some time during the next run.
    private func write(_ late: (@Sendable () async -> Void)?) async {
        guard let late else { return }
        try? await clock.sleep(for: .milliseconds(Int64(cutRandom.next() % 20_000)))
        trace.tell("late write")
        await late()
    }

    /// Ends a run when nothing is left to do, or when it has made no progress for too long.
    private func rest(_ life: ServiceRun) async {
        // A change notification may be lost, so a drop may be found by the next listing and picked up by the one after.
        let patience = plan.interval * 2 + .seconds(60)
        let start = clock.now
        // The limit is days, so that daily caps can reset.
        var restful = 0
        for _ in 0..<maxMinutes {
            do { try await clock.sleep(for: .seconds(60)) } catch { return }
            guard let allDroppedAt, max(start, allDroppedAt).duration(to: clock.now) > patience else { continue }
            guard let container, await isAtRest(container) else {
                restful = 0
                continue
            }
            restful += 1
            // The note about a job that waits for a person is written after a minute.
            if restful == 3 { return life.end(.rested) }
        }
        life.end(.stuck)
    }

    /// The minutes after which a run counts as stuck. Fewer with an injected bug, unless a cap has to reset.
    private var maxMinutes: Int { (bug == nil || plan.budget != .boundless ? 20 * 24 : 12) * 60 }

    private func isAtRest(_ container: AppContainer) async -> Bool {
        let intake = container.intake.state
        let isFullyProcessed = intake.folders.allSatisfy { $0.settling.isEmpty && $0.ready.isEmpty }
        guard isFullyProcessed, intake.isIdle else { return false }
        guard spool.allJobs({ $0.state.isEnd || $0.state.waitsForPerson }) else { return false }
        guard await ModelLibrary(spool).nextIsTagged() else { return false }
        guard spool.waitingNotifications.isEmpty else { return false }
        guard let drops = try? await spool.unfinishedDrops() else { return false }
        return drops.allSatisfy { drop in
            drop.phase == .read && !spool.allJobs { $0.drop != drop.id || !$0.state.waitsForPerson }
        }
    }
}

extension JobState {
    /// Whether the job waits for a person's decision.
    var waitsForPerson: Bool { self == .unknown || self == .held(.approval) }
}

/// The simulated dependencies of one run of the service. They survive reloads.
struct RunDependencies: Sendable {
    let life: ServiceRun
    let files: SimulatedFiles
    let spool: SimulatedSpool
    let blobs: any BlobRepository
}
