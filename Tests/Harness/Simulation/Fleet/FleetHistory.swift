import App
import Domain
import FleetFeature
import IntakeFeature
import JobsFeature
import MVIRuntime
import MVISimulation
import Synchronization

/// What the services of a history share.
struct FleetWorld: Sendable {
    let plan: Plan
    let bug: InjectedBug?
    let clock: ManualClock
    let trace: Trace
    let disk: SimulatedDisk
    /// The database.
    let spool: ModelSpoolRepository
    let blobs: ModelBlobTable
    let provider: Provider
    let visionModel: VisionModel
    /// The database server's clock.
    let serverTime: @Sendable () -> UTCMillis
    /// Violations that were noticed on the way.
    let notes = ViolationNotes()

    @MainActor var assembly: ServiceAssembly {
        ServiceAssembly(plan: plan, bug: bug, clock: clock, provider: provider, visionModel: visionModel)
    }

    func sleep(_ duration: Duration) async { try? await clock.sleep(for: duration) }

    func sleep(until moment: Duration) async {
        try? await clock.sleep(until: ManualClock.Instant(offset: moment), tolerance: nil)
    }
}

/// Violations, each once.
final class ViolationNotes: Sendable {
    private let notes = Mutex<[String]>([])

    var all: [String] { notes.withLock { $0 } }

    func add(_ note: String) { notes.withLock { if !$0.contains(note) { $0.append(note) } } }
}

/// One simulated history of several services that share a database: each crashes, stalls, loses the line to the database
/// and has a clock of its own, and finally all work without faults.
@MainActor
final class FleetHistory {
    private let plan: FleetPlan
    private let world: FleetWorld
    private let nodes: [FleetNode]
    private let people: FolderUsers
    private let person: Operator
    private let warden: FleetWarden
    private var allDroppedAt: ManualClock.Instant?

    init(_ plan: FleetPlan, clock: ManualClock, trace: Trace, bug: InjectedBug?) {
        self.plan = plan
        let base = plan.base
        let server = ManualUTC(base.utc, following: clock)
        let disk = SimulatedDisk { server.now }
        let world = FleetWorld(
            plan: base, bug: bug, clock: clock, trace: trace, disk: disk, spool: ModelSpoolRepository(),
            blobs: ModelBlobTable { server.now },
            provider: Provider(seed: base.providerSeed, hostOutage: base.hostOutage, clock: clock, trace: trace),
            visionModel: VisionModel(seed: ~base.providerSeed), serverTime: { server.now })
        self.world = world
        nodes = plan.nodes.map { FleetNode($0, world) }
        people = FolderUsers(seed: base.consumerSeed, disk: disk, clock: clock, trace: trace)
        person = Operator(base, spool: world.spool, clock: clock, utc: nodes.map(\.utc), trace: trace)
        warden = FleetWarden(nodes, world)
        person.findServices = { [nodes] in nodes.compactMap(\.service) }
    }

    var acts: Int { nodes.flatMap(\.runs).reduce(0) { $0 + $1.acts } }

    /// Plays the history to its end and returns the violations found.
    func play() async -> [String] {
        Installation.lay(on: world.disk)
        let dropping = Task {
            async let asking: Void = person.ask()
            async let turning: Void = person.stepClock()
            async let ordering: Void = person.order()
            async let scheduling: Void = person.schedule()
            async let restoring: Void = people.restore(world.plan)
            await people.drop(world.plan.drops)
            _ = await (asking, turning, ordering, scheduling, restoring)
            allDroppedAt = world.clock.now
        }
        let consuming = Task { await people.consume() }
        let watching = Task { await watch() }
        await withTaskGroup(of: Void.self) { group in
            for node in nodes { group.addTask { await node.play() } }
        }
        world.provider.stopFaults()
        world.visionModel.stopFaults()
        let faults = await finalRuns()
        people.stopConsuming()
        for task in [consuming, watching] { task.cancel() }
        await dropping.value
        await consuming.value
        await watching.value
        return world.notes.all + faults
    }

    /// Looks at all services every five seconds.
    private func watch() async {
        while true {
            do { try await world.clock.sleep(for: .seconds(5)) } catch { return }
            warden.look()
        }
    }

    /// Runs the services twice without faults; the second time they must find nothing to do.
    private func finalRuns() async -> [String] {
        let working = plan.othersStayAway ? Array(nodes.prefix(1)) : nodes
        guard await run(working, salt: 1) else { return ["the services did not settle"] + check() }
        let faults = check()
        if !faults.isEmpty { return faults }
        guard await run(nodes, salt: 2) else { return ["the services did not settle after another start"] }
        return check().map { "after another start: \($0)" }
    }

    /// Runs the services until nothing is left to do. Returns `false` if that takes too long.
    private func run(_ nodes: [FleetNode], salt: UInt64) async -> Bool {
        let lives = nodes.map { ServiceRun(seed: $0.plan.seed ^ salt, lastAct: nil, trace: world.trace) }
        let working = Task {
            await withTaskGroup(of: Void.self) { group in
                for (node, life) in zip(nodes, lives) { group.addTask { await node.serve(life) } }
            }
        }
        let isAtRest = await rest(nodes)
        for life in lives { life.end(.stopped) }
        await working.value
        return isAtRest
    }

    private func rest(_ nodes: [FleetNode]) async -> Bool {
        let patience = world.plan.interval * 2 + .seconds(60)
        let start = world.clock.now
        var restful = 0
        for _ in 0..<maxMinutes {
            await world.sleep(.seconds(60))
            guard let allDroppedAt, max(start, allDroppedAt).duration(to: world.clock.now) > patience else { continue }
            guard await isAtRest(nodes) else {
                restful = 0
                if isHeldByCap { skipAnHour() }
                continue
            }
            restful += 1
            if restful == 3 { return true }
        }
        return false
    }

    private var isHeldByCap: Bool {
        world.spool.allJobs { job in
            if case .held(.budget) = job.state { return true }
            return job.state.isEnd || job.state.waitsForPerson
        }
    }

    /// The services' wall clocks go on by an hour at once: a cap resets after a day, in which each service would look for
    /// work 17,000 times and find none. The server's clock stays, because leases end by it.
    private func skipAnHour() {
        for node in self.nodes { node.utc.set(node.utc.now + 3_600_000) }
    }

    /// The minutes after which the services count as stuck. More if a cap has to reset.
    private var maxMinutes: Int { (world.plan.budget != .boundless ? 8 * 24 : world.bug == nil ? 8 : 3) * 60 }

    private func isAtRest(_ nodes: [FleetNode]) async -> Bool {
        let spool = world.spool
        for node in nodes {
            guard let intake = node.service?.container.intake.state, intake.isIdle,
                intake.folders.allSatisfy({ $0.settling.isEmpty && $0.ready.isEmpty })
            else { return false }
        }
        guard spool.allJobs({ $0.state.isEnd || $0.state.waitsForPerson }) else { return false }
        guard await ModelLibrary(spool).nextIsTagged() else { return false }
        guard let drops = try? await spool.unfinishedDrops() else { return false }
        return drops.allSatisfy { drop in
            drop.phase == .read && !spool.allJobs { $0.drop != drop.id || !$0.state.waitsForPerson }
        }
    }

    private func check() -> [String] {
        let runs = nodes.flatMap(\.runs)
        let interruptions = nodes.reduce(0) { $0 + $1.interruptions }
        let twice = world.spool.endedTwice.map { "\($0) was ended by two nodes" }
        return twice
            + Verdict(
                plan: world.plan, disk: world.disk, spool: world.spool, provider: world.provider,
                visionModel: world.visionModel, people: people, deaths: interruptions,
                runs: runs.count + interruptions, storedPictures: world.blobs.stored,
                unsent: runs.flatMap(\.unsent), cancelled: person.cancelled, answered: person.answered,
                schedules: ScheduleCheck(
                    plan: world.plan, spool: world.spool, schedules: person.schedules, steadyRuns: [])
            ).faults()
    }
}
