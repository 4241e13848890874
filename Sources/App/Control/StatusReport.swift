import BackendsFeature
import Configuration
import ControlAPI
import Domain
import GatesFeature
import IntakeFeature
import JobsFeature
import NotificationsFeature
import PlansFeature
import Repositories
import ServiceFeature
import Words

/// Converts the stores' states to the status. Pure: the same states make the same status.
struct StatusReport {
    let words: Wording
    let settings: Settings
    /// Whether the kernel supports sandboxes for plugins.
    let hasSandboxes: Bool

    /// The number of jobs in every state, including zeros.
    func jobs(_ counts: [String: Int]) -> [String: Int] {
        Dictionary(uniqueKeysWithValues: JobState.words.map { ($0, counts[$0] ?? 0) })
    }

    /// The age of the oldest open job in seconds, without held and unknown jobs, which wait for a person.
    func oldest(_ jobs: Jobs.State, _ now: UTCMillis) -> Int64? {
        let created = jobs.entries.values.filter { !$0.isAtRest }.map(\.job.created).min()
        return created.map { max(0, now.milliseconds(since: $0)) / 1000 }
    }

    func folders(_ state: Intake.State) -> [FolderStatus] {
        state.folders.map { folder in
            let outbox = settings.watches.first { $0.name == folder.settings.name }?.outbox.shown ?? ""
            return FolderStatus(
                name: folder.settings.name, path: folder.settings.path.shown, outbox: outbox,
                health: folder.health.word, settling: folder.settling.count, ready: folder.ready.count,
                alone: folder.unpairedSidecars.isEmpty ? nil : folder.unpairedSidecars.count, detail: detail(folder))
        }
    }

    func backends(_ state: Backends.State, _ jobs: Jobs.State, _ now: UTCMillis) -> [BackendStatus] {
        state.backends.sorted { $0.key < $1.key }.map { name, backend in
            let running = state.running(on: name)
            var status = BackendStatus(
                name: name, limit: backend.rules.concurrency, running: running,
                waiting: max(0, jobs.count(needing: name) - running), sandbox: sandbox(of: name))
            status.price = settings.budget.prices[name]?.perPicture.text
            switch backend.health {
            case .fine: break
            // Without waiting jobs the backend accepts calls; while it is being tried, only a success shows that it
            // works again.
            case .trying where status.waiting + status.running == 0: break
            case .paused(let until) where until <= now: break
            case .paused:
                status.code = ErrorCode.backendRateLimited.rawValue
                let refused = words.refusedCalls(backend.refusedCalls(now: now))
                status.detail =
                    words.sentence(.rateLimited(after: nil), about: name, then: .backendIsRechecked) + " " + refused
            case .down(let outage), .trying(let outage):
                status.code = outage.failure.code
                status.detail = words.sentence(outage.failure, about: name, then: .backendIsRechecked)
                status.since = WireTime(outage.since)
            }
            return status
        }
    }

    private func sandbox(of backend: String) -> SandboxState? {
        let settings = settings.backends.first { $0.name == backend }
        guard let isSandboxed = settings?.own.value.isSandboxed else { return nil }
        return isSandboxed ? hasSandboxes ? .on : .unavailable : .off
    }

    /// `isListening`: whether announcements of other services arrive.
    func fleet(_ snapshot: StatusSnapshot, own: NodeID?, isListening: Bool, _ now: UTCMillis) -> FleetStatus? {
        snapshot.nodes.map { nodes in
            FleetStatus(
                nodes: nodes.map { NodeStatus($0, isSelf: $0.node.id == own) }, hearsOthers: isListening,
                database: snapshot.database.map { DatabaseStatus($0, at: now) })
        }
    }

    func budget(_ usage: [CapUsage]) -> [BudgetStatus] {
        usage.map { BudgetStatus($0, cap: words.words($0.cap)) }
    }

    func caches(
        memory: CacheStatistics, disk: CacheStatistics, _ backends: Backends.State
    ) -> [CacheStatus] {
        [
            CacheStatus(name: "renderings", memory), CacheStatus(name: "renderings_disk", disk),
            CacheStatus(name: "purchases", hits: backends.reused, misses: backends.made),
        ]
    }

    func gates(_ state: Intake.State, isPaused: Bool, isStopping: Bool) -> [Gate] {
        var gates: [Gate] = []
        if isStopping { gates.append(Gate(code: EventCode.stopping.rawValue, detail: words.stopping)) }
        if isPaused { gates.append(Gate(code: EventCode.paused.rawValue, detail: words.paused)) }
        switch state.waiting {
        case nil: break
        case .lowDisk(let space): gates.append(Gate(code: EventCode.diskLow.rawValue, detail: words.sentence(space)))
        case .repository(let failure):
            gates.append(Gate(code: failure.code, detail: words.sentence(failure, about: "textifyd.db")))
        case .storage(let failure):
            gates.append(Gate(code: failure.code, detail: words.sentence(failure, about: "blobs")))
        }
        return gates
    }

    func plans(_ state: Plans.State) -> PlansStatus? {
        state.entries.isEmpty
            ? nil : PlansStatus(active: state.entries.count, next: state.next.map { WireTime($0) })
    }

    func configuredGates(_ state: Gates.State) -> [GateStatus] {
        state.entries.map { entry in
            var status = GateStatus(
                name: entry.gate.name, source: entry.gate.condition.word, state: .unknown, isOpen: entry.closure == nil,
                since: entry.since.map { WireTime($0) }, folders: entry.gate.scope.folders,
                backends: entry.gate.scope.backends, notify: entry.gate.scope.targets)
            switch entry.reading {
            case nil: break
            case .open(let until): (status.state, status.until) = (.open, until.map { WireTime($0) })
            case .closed(let until): (status.state, status.until) = (.closed, until.map { WireTime($0) })
            case .unknown(let cause): status.detail = words.sentence(cause)
            }
            return status
        }
    }

    /// As of the last look of Notifications at the database.
    func targets(_ state: Notifications.State, _ targets: [NotificationTarget]) -> [NotifyStatus] {
        targets.map { target in
            let lane = state.lanes[target.name]
            let outlook = lane?.outlook
            return NotifyStatus(
                name: target.name, to: target.word, waiting: outlook?.waiting ?? 0,
                due: outlook?.nextAttempt.map { WireTime($0) }, dead: outlook?.dead ?? 0,
                isHeldBack: lane?.isClosed ?? false,
                detail: outlook?.failure.map { words.sentence($0, target: target.name) })
        }
    }

    func problems(_ newest: [Service.Problem]) -> [Trouble] {
        newest.map { problem in
            Trouble(
                at: WireTime(problem.at), code: problem.code,
                detail: words.language == .korean ? problem.korean : problem.english, job: problem.job?.text,
                folder: problem.folder)
        }
    }

    private func detail(_ folder: Intake.Folder) -> String? {
        switch folder.health {
        case .unknown: nil
        case .fine: troubles(folder)
        case .missing: words.sentence(FileFailure.missing, about: folder.settings.path.shown)
        case .elsewhere(let node):
            words.sentence(FileFailure.heldElsewhere(node), about: folder.settings.path.shown)
        case .unmounted: words.sentence(FileFailure.unmounted, about: folder.settings.path.shown)
        case .unreadable(let failure): words.serviceSentence(failure, about: folder.settings.path.shown)
        case .misconfigured(let fault): words.sentence(fault, in: folder.settings.path.shown)
        }
    }

    /// The problems inside a healthy folder, such as an unreadable subfolder or changes that the kernel doesn't report:
    /// the first one and the number of others. Not reported for network file systems, which never report changes.
    private func troubles(_ folder: Intake.Folder) -> String? {
        let path = folder.settings.path
        if case .polling(let code) = folder.watch, code != 0 {
            return words.unwatched(path.shown, code: code, interval: folder.settings.rules.pace.interval)
        }
        let troubles = folder.troubles
        guard let first = troubles.min(by: { $0.key < $1.key }) else { return nil }
        let shown = path.appending(first.key).shown
        let sentence =
            switch first.value {
            case .unreadable(let failure): words.sentence(failure, about: shown)
            case .misconfigured(let fault): words.sentence(fault, in: shown)
            case .tooDeep(let levels): words.tooDeep(shown, levels: levels)
            case .unwatched(let code): words.unwatched(shown, code: code, interval: folder.settings.rules.pace.interval)
            }
        return troubles.count > 1 ? sentence + " " + words.more(folders: troubles.count - 1) : sentence
    }
}

extension FolderHealth {
    fileprivate var word: String {
        switch self {
        case .unknown: "unknown"
        case .fine: "fine"
        case .missing, .unmounted: "missing"
        case .elsewhere: "elsewhere"
        case .unreadable(.served): "served"
        case .unreadable: "unreadable"
        case .misconfigured: "misconfigured"
        }
    }
}

/// The parts of the status that are gathered outside the main actor.
struct StatusSnapshot: Sendable {
    let counts: [String: Int]
    let refusals: RefusalCounts
    /// The reason why the database can't be read.
    let trouble: RepositoryFailure?
    /// The caps, and how far each is used; no figures when the database can't be read.
    let caps: [BudgetCap]
    let usage: [CapUsage]
    /// The caches of renderings.
    let memory: CacheStatistics
    let disk: CacheStatistics
    /// Amounts dated later than today according to the clock.
    let later: FutureAmounts?
    let today: LocalDay
    /// The services that share the database, and the database; `nil` if it is this one's own or can't be read.
    let nodes: [NodeEntry]?
    let database: DatabaseHealth?

    init(
        _ spool: SpoolRepositories, _ renderings: Renderings, caps: [BudgetCap], at moment: BudgetMoment
    ) async {
        async let memory = renderings.memoryFigures
        async let disk = renderings.diskFigures
        async let later = try? spool.ledger.amounts(laterThan: moment.day)
        async let nodes = spool.fleet?.nodes()
        async let database = spool.fleet?.health()
        async let usage = try? caps.isEmpty ? [] : spool.ledger.standing(of: caps, at: moment)
        do throws(RepositoryFailure) {
            let (jobs, refused) = (try await spool.jobList.counts(), try await spool.failures.refusals())
            counts = jobs
            refusals = refused
            trouble = nil
        } catch {
            counts = [:]
            refusals = RefusalCounts()
            trouble = error
        }
        self.caps = caps
        self.usage = await usage ?? []
        self.later = await later
        self.nodes = try? await nodes
        self.database = try? await database
        today = moment.day
        (self.memory, self.disk) = await (memory, disk)
    }
}
