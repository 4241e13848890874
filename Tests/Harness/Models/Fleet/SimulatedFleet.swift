package import Domain
import Synchronization

/// The fleet's repository as used by one run of a service: any statement may fail or lose its answer, announcements may
/// be lost, late or doubled, and the service may crash or stall before or after each.
package struct SimulatedFleet: FleetRepository {
    private let base: ModelFleetRepository
    private let spool: SimulatedSpool
    private let clock: ManualClock
    /// The service's own wall clock.
    private let utc: @Sendable () -> UTCMillis
    /// Renews the lease as of the time before the beat.
    private let renew: @Sendable (Duration) -> Void
    /// Whether something was announced since the last beat; only an injected bug asks.
    private let heard = Flag()

    package init(
        _ base: ModelFleetRepository, _ spool: SimulatedSpool, clock: ManualClock,
        utc: @escaping @Sendable () -> UTCMillis, renew: @escaping @Sendable (Duration) -> Void
    ) {
        (self.base, self.spool, self.clock, self.utc, self.renew) = (base, spool, clock, utc, renew)
    }

    package var machine: String { base.machine }
    package var node: NodeID? { base.node }

    package func beat(_ reach: NodeReach) async throws(RepositoryFailure) -> Beat {
        let begun = clock.now.offset
        let beat = try await spool.change("beat") { [base, bug = spool.bug, utc] () throws(RepositoryFailure) in
            if bug == .ageOnly { base.freeOld() }
            if bug == .localLease { return try await base.beat(reach, seen: utc()) }
            return try await base.beat(reach)
        }
        renew(begun)
        guard spool.bug == .announcementsOnly, !heard.take() else { return beat }
        return Beat(hasSilentNodes: beat.hasSilentNodes, hasFreeFolders: beat.hasFreeFolders, outages: beat.outages)
    }

    package func expelSilent() async throws(RepositoryFailure) -> [Node] {
        try await spool.change("expel") { [base, trace = spool.life.trace] () throws(RepositoryFailure) in
            let nodes = try await base.expelSilent()
            for node in nodes { trace.tell("expelled", 0, node.id.text) }
            return nodes
        }
    }

    package func hold(_ folder: SharedFolder) async throws(RepositoryFailure) -> FolderHold {
        try await spool.change("hold folder", folder.name) { [base] () throws(RepositoryFailure) in
            try await base.hold(folder)
        }
    }

    package func claim(
        limit: Int, _ reach: NodeReach, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        try await spool.change("claim jobs") { [base, trace = spool.life.trace] () throws(RepositoryFailure) in
            let jobs = try await base.claim(limit: limit, reach, token: token, at: utc)
            for job in jobs {
                trace.tell("claimed", 0, "\(job.id), \(job.state), by \(base.spool.node?.id.text ?? "")")
            }
            return jobs
        }
    }

    package func owned() async throws(RepositoryFailure) -> [Job] {
        try await spool.act("ask for own jobs") { () throws(RepositoryFailure) in try await base.owned() }
    }

    package func restingElsewhere() async throws(RepositoryFailure) -> [Job] {
        try await spool.act("ask for jobs that rest") { () throws(RepositoryFailure) in
            try await base.restingElsewhere()
        }
    }

    package func handOver(_ job: Job) async throws(RepositoryFailure) {
        try await spool.change("hand over", "\(job.id)") { [base] () throws(RepositoryFailure) in
            try await base.handOver(job)
        }
    }

    package func report(_ outage: SharedOutage?, of backend: String) async throws(RepositoryFailure) {
        try await spool.change("report outage", backend) { [base] () throws(RepositoryFailure) in
            try await base.report(outage, of: backend)
        }
    }

    package func askToLeave(_ node: NodeID) async throws(RepositoryFailure) -> Bool {
        try await spool.change("ask to leave", node.text) { [base] () throws(RepositoryFailure) in
            try await base.askToLeave(node)
        }
    }

    package func health() async throws(RepositoryFailure) -> DatabaseHealth { try await base.health() }

    package func endedDrops() async throws(RepositoryFailure) -> [EndedDrop] {
        try await spool.act("ask for ended drops") { () throws(RepositoryFailure) in try await base.endedDrops() }
    }

    package func release() async throws(RepositoryFailure) {
        try await spool.change("release") { [base] () throws(RepositoryFailure) in try await base.release() }
    }

    package func announce() async throws(RepositoryFailure) {
        try await spool.act("announce") { () throws(RepositoryFailure) in try await base.announce() }
    }

    /// A cut line is noticed late.
    package func listen(_ report: @escaping @Sendable () async -> Void) async -> ListeningEnd {
        guard let link = spool.link else { return .lost }
        for await _ in base.spool.announcements() {
            guard spool.life.isAlive else { return .lost }
            if link.condition == .cut { return .lost }
            switch link.roll(8) {
            case 0, 1: continue
            case 2: do { try await clock.sleep(for: .milliseconds(Int64(link.roll(20_000)))) } catch { return .lost }
            case 3: await report()
            default: break
            }
            heard.raise()
            await report()
        }
        return .lost
    }

    package func nodes() async throws(RepositoryFailure) -> [NodeEntry] { try await base.nodes() }
}

/// Membership, which takes statements too.
extension SimulatedSpool {
    package func join(_ node: Node) async throws(RepositoryFailure) {
        try await change("join", node.id.text) { [base] () throws(RepositoryFailure) in try base.join(node) }
    }

    package func leave() async throws(RepositoryFailure) {
        try await change("leave") { [base] () throws(RepositoryFailure) in try base.leave() }
    }
}

/// Whether something has happened since it was last asked.
private final class Flag: Sendable {
    private let value = Mutex(false)

    func raise() { value.withLock { $0 = true } }

    func take() -> Bool {
        value.withLock { value in
            defer { value = false }
            return value
        }
    }
}
