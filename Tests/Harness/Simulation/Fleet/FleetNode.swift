import App
import Configuration
import Domain
import FleetFeature
import MVIRuntime
import MVISimulation
import PlatformDigest
import Repositories
import Synchronization

/// A machine with a service that shares its database with those of other machines.
@MainActor
final class FleetNode {
    let plan: FleetPlan.PlannedNode
    let utc: ManualUTC
    private let world: FleetWorld
    private let link: DatabaseLink
    /// The store as this machine sees it.
    private let spool: ModelSpoolRepository
    private var run: NodeRun?
    private(set) var runs: [ServiceRun] = []
    /// The number of runs that ended without finishing what they had in hand, and of answers about calls that were lost.
    private(set) var interruptions = 0
    /// The number of stalls and of troubles with the line so far.
    private(set) var troubles = 0
    /// How often the service has become a node.
    private var joined = 0
    /// The last start or restart of the service's stores.
    private var turn: Task<Void, Never>?

    init(_ plan: FleetPlan.PlannedNode, _ world: FleetWorld) {
        self.plan = plan
        self.world = world
        utc = ManualUTC(world.plan.utc + plan.skew, following: world.clock)
        link = DatabaseLink(seed: plan.seed, clock: world.clock)
        spool = ModelSpoolRepository(sharing: world.spool, clock: world.serverTime)
    }

    /// The running service; `nil` while it is being started or stopped.
    var service: RunningService? {
        guard let run, !run.life.isOver, let container = run.container else { return nil }
        return RunningService(container: container, world: run.dependencies)
    }

    var identity: NodeID? { run == nil ? nil : spool.node?.id }

    /// Whether nothing keeps the service from its work.
    var isHealthy: Bool {
        guard let service, link.condition == .sound, service.world.life.isAlive, !service.world.life.isStalled else {
            return false
        }
        return service.container.fleet?.state.phase == .running
    }

    /// Plays all planned runs of the service.
    func play() async {
        let troubles = Task { await suffer() }
        await world.sleep(plan.startsAfter)
        for life in plan.lives {
            await serve(life)
            await world.sleep(life.pause)
        }
        await troubles.value
    }

    private func suffer() async {
        for trouble in plan.troubles.sorted(by: { $0.at < $1.at }) {
            await world.sleep(until: trouble.at)
            troubles += 1
            world.trace.tell("trouble", plan.number, "\(trouble.kind) of node \(plan.number) for \(trouble.lasts)")
            switch trouble.kind {
            case .stall:
                let life = run?.life
                life?.stall()
                await world.sleep(trouble.lasts)
                life?.continueActs()
            case .line(let condition):
                link.condition = condition
                await world.sleep(trouble.lasts)
                link.condition = .sound
            }
            world.trace.tell("trouble is over", plan.number, "of node \(plan.number)")
        }
    }

    private func serve(_ planned: FleetPlan.PlannedLife) async {
        let life = ServiceRun(seed: planned.seed, lastAct: planned.lastAct, trace: world.trace)
        if let stall = planned.stall { plan(stall, of: life) }
        let ending = Task {
            await world.sleep(planned.endsAfter)
            planned.isKilled ? life.die() : life.end(.stopped)
        }
        await serve(life, reloadsAfter: planned.reloadsAfter)
        ending.cancel()
        await ending.value
    }

    private func plan(_ stall: FleetPlan.PlannedStall, of life: ServiceRun) {
        life.plan(
            ServiceRun.PlannedStall(act: stall.act, kind: stall.kind) { [world, number = plan.number] in
                world.trace.tell("stalls", number, "node \(number) for \(stall.lasts)")
                Task {
                    await world.sleep(stall.lasts)
                    world.trace.tell("continues", number, "node \(number)")
                    life.continueActs()
                }
            })
    }

    /// Runs the service from its start until `life` ends.
    func serve(_ life: ServiceRun, reloadsAfter: Duration? = nil) async {
        world.trace.tell("starts", plan.number, "node \(plan.number)")
        let run = NodeRun(life: life, dependencies: dependencies(of: life))
        self.run = run
        runs.append(life)
        replace(run) { await self.begin(run) }
        let reloading = Task { await reload(run, after: reloadsAfter) }
        let ending = await life.over()
        world.trace.tell("ends", plan.number, "node \(plan.number), \(ending)")
        if ending == .died {
            interruptions += 1
            // Ends a reload in which the service died.
            await run.container?.shutDown()
        }
        await turn?.value
        if ending != .died { await stop(run) }
        life.die()
        await run.container?.shutDown()
        reloading.cancel()
        await reloading.value
        self.run = nil
    }

    private func stop(_ run: NodeRun) async {
        await run.container?.drain()
        await run.container?.shutDown()
        if (try? await run.dependencies.spool.leave()) == nil { interruptions += 1 }
    }

    /// Runs one change of the stores after the other.
    private func replace(_ run: NodeRun, _ work: @escaping @MainActor () async -> Void) {
        let earlier = turn
        turn = Task {
            await earlier?.value
            if !run.life.isOver { await work() }
        }
    }

    /// Joins the others, however long it takes, and starts the stores.
    private func begin(_ run: NodeRun) async {
        while !run.life.isOver {
            joined += 1
            let node = Node(
                id: NodeID("node-\(plan.number)-\(joined)"), name: "machine-\(plan.number)",
                machine: "state-\(plan.number)", version: "1")
            if (try? await run.dependencies.spool.join(node)) != nil { return start(run) }
            await world.sleep(.seconds(1))
        }
    }

    private func start(_ run: NodeRun) {
        run.lease = NodeLease(clock: { [clock = world.clock] in clock.now.offset })
        let container = container(run)
        container.onExpulsion = { [weak self, weak container] in
            if let container { self?.rejoin(run, container) }
        }
        run.container = container
        run.startedAt = world.clock.now
        container.start()
    }

    /// Starts again after others have taken this service's work over.
    private func rejoin(_ run: NodeRun, _ old: AppContainer) {
        interruptions += 1
        Task {
            await old.shutDown()
            replace(run) {
                guard run.container === old else { return }
                self.world.trace.tell("was expelled", self.plan.number, "node \(self.plan.number)")
                run.container = nil
                await self.begin(run)
            }
        }
    }

    private func reload(_ run: NodeRun, after pause: Duration?) async {
        guard let pause else { return }
        await world.sleep(pause)
        replace(run) {
            guard let old = run.container else { return }
            self.world.trace.tell("reloads", self.plan.number, "node \(self.plan.number)")
            await old.drain()
            guard !run.life.isOver else { return }
            await old.shutDown()
            guard !run.life.isOver else { return }
            run.isLater.toggle()
            self.start(run)
        }
        await turn?.value
    }
}

extension FleetNode {
    private var state: FolderPath { FolderPath("/state-\(plan.number)") }

    private func dependencies(of life: ServiceRun) -> RunDependencies {
        world.disk.makeFolder(state)
        let spool = SimulatedSpool(spool, life, bug: world.bug, link: link)
        let copies = SimulatedBlobs(world.disk, life, state: state, digest: sha256)
        return RunDependencies(
            life: life, files: SimulatedFiles(world.disk, life, bug: world.bug), spool: spool,
            blobs: SimulatedSharedBlobs(world.blobs, copies: copies, spool, digest: sha256))
    }

    private func container(_ run: NodeRun) -> AppContainer {
        let (spool, utc, lease) = (run.dependencies.spool, utc, run.lease)
        let fleet = ModelFleetRepository(spool.base).map {
            SimulatedFleet($0, spool, clock: world.clock, utc: { utc.now }, renew: { lease.renew(since: $0) })
        }
        let repositories = SpoolRepositories(
            spool, ModelLibrary(spool.base), tagCalls: SimulatedTagCalls(spool: spool),
            retention: SimulatedRetention(spool: spool), fleet: fleet)
        let settings = Installation.settings(world.plan, isLater: run.isLater, state: state, folders: plan.folders)
        return world.assembly.container(
            run.life, files: run.dependencies.files, spool: repositories, blobs: run.dependencies.blobs,
            origin: ManualClock.Instant(offset: .zero), utc: { utc.now }, settings, purse: purse(lease, spool.base))
    }

    private func purse(_ lease: NodeLease, _ spool: ModelSpoolRepository) -> Purse {
        let isLate = world.bug == .paysLate
        return Purse(mayPay: { isLate || lease.isValid }) { [notes = world.notes] in
            guard let node = spool.node?.id, !spool.isMember(node) else { return }
            notes.add("\(node.text) sent an order after it was declared dead")
        }
    }
}

/// One run of a node's service.
@MainActor
final class NodeRun {
    let life: ServiceRun
    let dependencies: RunDependencies
    var lease = NodeLease(clock: { .zero })
    var container: AppContainer?
    var startedAt = ManualClock.Instant(offset: .zero)
    /// Whether the configuration is the one after a reload.
    var isLater = false

    init(life: ServiceRun, dependencies: RunDependencies) {
        (self.life, self.dependencies) = (life, dependencies)
    }
}

extension FleetNode {
    /// When the current stores were started.
    var startedAt: ManualClock.Instant? { run?.startedAt }
}
