import Domain

/// The tables of services that share a database, as plain values. All times are the server's.
struct FleetTables {
    struct NodeRow {
        let node: Node
        let started: UTCMillis
        /// The last beat, as the row says.
        var seen: UTCMillis
    }

    struct HeldFolder {
        var shared: SharedFolder
        /// The node that takes drops from it.
        var node: NodeID?
    }

    var nodes: [NodeID: NodeRow] = [:]
    var folders: [String: HeldFolder] = [:]
    /// The node that works on each job. Those of jobs that have ended stay.
    var owners: [JobID: NodeID] = [:]
    /// The backends that a node has found not to work.
    var outages: [String: (failure: BackendFailure, until: UTCMillis)] = [:]
    /// The nodes that were asked to stop.
    var leaving: Set<NodeID> = []
    /// When each node was last heard of, whatever the rows say. Nothing but checks of a history read it.
    var heard: [NodeID: UTCMillis] = [:]
    /// The nodes that have written final states, and how often the job had been retried by then. For checks too.
    var finals: [JobID: [(node: NodeID, retries: Int)]] = [:]
}

extension SpoolTables {
    /// The token of a job that a node makes its own. If another node has it in hand, a higher one tells it to stop.
    func takenOverToken(of job: Job, _ token: Int64) -> Int64 {
        max(job.token + (fleet.owners[job.id] == nil ? 0 : 1), token)
    }

    /// Notes who has ended a job.
    mutating func noteFinal(of id: JobID, by node: NodeID?) {
        guard let node, let job = jobs[id]?.job, job.state.isEnd else { return }
        fleet.finals[id, default: []].append((node, job.retries))
    }

    mutating func join(_ node: Node, at now: UTCMillis) {
        for earlier in fleet.nodes.values.filter({ $0.node.machine == node.machine }) {
            remove(earlier.node.id, at: now)
        }
        fleet.nodes[node.id] = FleetTables.NodeRow(node: node, started: now, seen: now)
        fleet.heard[node.id] = now
    }

    /// Removes a node and frees its work.
    mutating func remove(_ node: NodeID, at now: UTCMillis) {
        free(node, at: now)
        notifications.free(node)
        fleet.nodes[node] = nil
    }

    /// Frees a node's jobs and folders.
    mutating func free(_ node: NodeID, at now: UTCMillis) {
        for (id, owner) in fleet.owners where owner == node {
            guard let row = jobs[id], !row.job.state.isEnd else { continue }
            fleet.owners[id] = nil
            if case .waiting(let until, let failure) = row.job.state, row.job.state.word == "waiting" {
                let length = max(0, until.milliseconds(since: row.changed))
                let end = length > JobState.longestWait ? now : min(until, now + length)
                jobs[id]?.job.state = .waiting(until: end, failure)
            }
        }
        for name in fleet.folders.keys where fleet.folders[name]?.node == node { fleet.folders[name]?.node = nil }
    }

    /// Frees a node's jobs and folders when it stops by itself. What the jobs waited for is tried again at once.
    mutating func release(_ node: NodeID, at now: UTCMillis) {
        for (id, owner) in fleet.owners where owner == node {
            guard let row = jobs[id], case .waiting(let until, let failure) = row.job.state,
                row.job.state.word == "waiting"
            else { continue }
            jobs[id]?.job.state = .waiting(until: min(until, now), failure)
        }
        free(node, at: now)
    }

    mutating func beat(_ node: NodeID, _ reach: NodeReach, seen: UTCMillis, at now: UTCMillis) -> Beat? {
        guard let mine = fleet.nodes[node] else { return nil }
        let lease = Lease.milliseconds
        let isQuiet = now.milliseconds(since: mine.seen) < lease / 2
        let beat = Beat(
            ready: min(Beat.mostReady, ready(reach).count + due(reach, at: now).count),
            hasEndedDrops: !endedDrops(of: node).isEmpty,
            hasSilentNodes: isQuiet && fleet.nodes.values.contains { now.milliseconds(since: $0.seen) > lease },
            hasFreeFolders: reach.folders.contains { name in fleet.folders[name].map { $0.node == nil } == true },
            outages: outages(at: now), isLeaving: fleet.leaving.contains(node))
        fleet.nodes[node]?.seen = seen
        fleet.heard[node] = now
        return beat
    }

    /// Unowned jobs that can continue, oldest first. `reach`: a node's; `nil`: any.
    func ready(_ reach: NodeReach?) -> [Job] {
        unowned(reach) { job in
            // A picture that isn't fetched yet keeps its job `submitted`.
            ["queued", "submitting", "submitted", "generated", "staged"].contains(job.state.word)
        }
    }

    /// Unowned jobs whose wait has ended, the one that has waited longest first.
    func due(_ reach: NodeReach, at now: UTCMillis) -> [Job] {
        let found = unowned(reach) { job in
            switch job.state {
            case .waiting(_, .gate(let closure)): !reach.closedGates.contains(closure.gate)
            case .waiting(let until, _): job.state.word == "waiting" && until <= now
            case .held(.budget): true
            default: false
            }
        }
        func until(_ job: Job) -> UTCMillis {
            if case .waiting(let until, _) = job.state { until } else { UTCMillis(.max) }
        }
        return found.sorted { (until($0), $0.id) < (until($1), $1.id) }
    }

    private func unowned(_ reach: NodeReach?, where fits: (Job) -> Bool) -> [Job] {
        jobs.values.map(\.job).filter { job in
            fleet.owners[job.id] == nil && (reach.map { isWithin($0, job) } ?? true) && fits(job)
        }.sorted { $0.id < $1.id }
    }

    mutating func claim(
        limit: Int, _ reach: NodeReach, by node: NodeID?, token: Int64, at utc: UTCMillis, now: UTCMillis
    ) -> [Job] {
        let byFolder = Dictionary(grouping: ready(reach), by: \.folder)
        let ready = byFolder.values.flatMap { jobs in
            jobs.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }.enumerated().map {
                (turn: $0.offset, job: $0.element)
            }
        }.sorted { ($0.job.rank, $0.turn, $0.job.id) < ($1.job.rank, $1.turn, $1.job.id) }.map(\.job)
        let chosen = (ready + due(reach, at: now)).prefix(limit)
        return chosen.map { job in
            var taken = job
            taken.token = max(job.token + 1, token)
            put(taken, at: utc)
            if taken.isCancelRequested { cancelledBefore.insert(taken.id) }
            fleet.owners[job.id] = node
            return taken
        }
    }

    /// Whether a node can work on the job: it has its folder, or only needs to call a backend for it.
    private func isWithin(_ reach: NodeReach, _ job: Job) -> Bool {
        let backend = job.activeRequest.source.task == nil ? nil : job.activeRequest.generation.backend
        let hasResult = job.picture != nil || !job.outputs.isEmpty
        if reach.folders.contains(job.folder) { return hasResult || backend.map(reach.backends.contains) ?? true }
        let isOpen = fleet.folders[job.folder]?.shared.isOpen == true
        return isOpen && !hasResult && backend.map(reach.sharedBackends.contains) == true
    }

    mutating func handOver(_ job: Job, by node: NodeID) {
        if fleet.owners[job.id] == node, jobs[job.id]?.job.token == job.token { fleet.owners[job.id] = nil }
    }

    private func outages(at now: UTCMillis) -> [SharedOutage] {
        fleet.outages.sorted { $0.key < $1.key }.map { name, outage in
            SharedOutage(backend: name, failure: outage.failure, remaining: outage.until.milliseconds(since: now))
        }
    }

    /// Why a call has to wait for what other nodes do.
    func obstacle(to call: Call, within limits: SharedLimits, at now: UTCMillis) -> SharedObstacle? {
        let outage = outages(at: now).first { $0.backend == call.backend }
        if let outage, outage.remaining > 0 { return .closed(outage) }
        let running = jobs.values.map(\.job).filter { job in
            guard fleet.owners[job.id] != nil, ["submitting", "submitted"].contains(job.state.word), job.id != call.job
            else { return false }
            return lastCall(of: job.id).map {
                $0.backend == call.backend && [.submitting, .submitted].contains($0.phase)
            } == true
        }
        return running.count < (outage == nil ? limits.concurrency : 1) ? nil : .busy
    }

    /// Unfinished jobs of a node, oldest first.
    func owned(by node: NodeID) -> [Job] {
        orderedJobs.filter { fleet.owners[$0.id] == node && !$0.state.isEnd }
    }

    /// Jobs of the node's folders that wait and that it doesn't have in hand.
    func restingElsewhere(than node: NodeID) -> [Job] {
        orderedJobs.filter { job in
            ["waiting", "held", "unknown"].contains(job.state.word) && fleet.owners[job.id] != node
                && fleet.folders[job.folder]?.node == node
        }
    }

    /// Drops of the node's folders whose jobs have all ended.
    func endedDrops(of node: NodeID) -> [Drop] {
        drops.values.filter { drop in
            drop.phase == .read && fleet.folders[drop.folder]?.node == node
                && jobs(of: drop.id).allSatisfy(\.state.isEnd)
        }.sorted { $0.id < $1.id }
    }

    /// A name belongs to one folder as long as one of its drops is unfinished.
    mutating func hold(_ folder: SharedFolder, by node: NodeID?) -> FolderHold {
        guard let held = fleet.folders[folder.name] else {
            fleet.folders[folder.name] = FleetTables.HeldFolder(shared: folder, node: node)
            return .held
        }
        let isSame = held.shared.marker == folder.marker && held.shared.outbox == folder.outbox
        let isFree = held.node == nil || held.node == node
        if isFree, isSame || !drops.values.contains(where: { $0.folder == folder.name && $0.phase != .gone }) {
            fleet.folders[folder.name] = FleetTables.HeldFolder(shared: folder, node: node)
            return .held
        }
        guard isSame, let name = held.node.flatMap({ fleet.nodes[$0]?.node.name }) else { return .otherFolder }
        return .elsewhere(name)
    }

    mutating func expelSilent(at now: UTCMillis) -> [Node] {
        let silent = fleet.nodes.values.filter { now.milliseconds(since: $0.seen) > Lease.milliseconds }
            .map(\.node).sorted { $0.id.text < $1.id.text }
        for node in silent { remove(node.id, at: now) }
        return silent
    }

    func nodes(at now: UTCMillis) -> [NodeEntry] {
        let rows = fleet.nodes.values.sorted {
            ($0.node.name, $0.started, $0.node.id.text) < ($1.node.name, $1.started, $1.node.id.text)
        }
        return rows.map { row in
            NodeEntry(
                node: row.node, started: row.started, silence: now.milliseconds(since: row.seen),
                folders: fleet.folders.filter { $0.value.node == row.node.id }.keys.sorted(),
                jobs: owned(by: row.node.id).count)
        }
    }
}

extension Job {
    fileprivate var rank: Int { (request?.priority ?? .normal).rank }
}
