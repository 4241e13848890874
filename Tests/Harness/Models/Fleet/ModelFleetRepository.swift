package import Domain
import Synchronization

/// The services that share a model database, as one of them sees it.
package struct ModelFleetRepository: FleetRepository {
    let spool: ModelSpoolRepository
    private let member: ModelMember

    /// `nil` if the repository is no member's.
    package init?(_ spool: ModelSpoolRepository) {
        guard let member = spool.member else { return nil }
        (self.spool, self.member) = (spool, member)
    }

    package var machine: String { member.node?.machine ?? "" }
    package var node: NodeID? { member.node?.id }

    private var now: UTCMillis { member.server() }

    private func joined() throws(RepositoryFailure) -> NodeID {
        guard let node = member.node?.id else { throw .expelled }
        return node
    }

    package func beat(_ reach: NodeReach) async throws(RepositoryFailure) -> Beat {
        try await beat(reach, seen: now)
    }

    /// `seen`: the time that the node's row gets.
    package func beat(_ reach: NodeReach, seen: UTCMillis) async throws(RepositoryFailure) -> Beat {
        let (node, now) = (try joined(), now)
        guard let beat = spool.unfenced({ $0.beat(node, reach, seen: seen, at: now) }) else { throw .expelled }
        return beat
    }

    /// For an injected bug.
    func freeOld() { spool.freeOld(at: now) }

    package func expelSilent() async throws(RepositoryFailure) -> [Node] {
        let now = now
        return try spool.change { $0.expelSilent(at: now) }
    }

    package func hold(_ folder: SharedFolder) async throws(RepositoryFailure) -> FolderHold {
        let node = member.node?.id
        return try spool.change { $0.hold(folder, by: node) }
    }

    package func claim(
        limit: Int, _ reach: NodeReach, token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        let (node, now) = (member.node?.id, now)
        return try spool.change {
            $0.claim(limit: limit, reach, by: node, token: token, at: utc, now: now)
        }
    }

    package func owned() async throws(RepositoryFailure) -> [Job] {
        let node = try joined()
        return spool.look { $0.owned(by: node) }
    }

    package func restingElsewhere() async throws(RepositoryFailure) -> [Job] {
        let node = try joined()
        return spool.look { $0.restingElsewhere(than: node) }
    }

    package func handOver(_ job: Job) async throws(RepositoryFailure) {
        let node = try joined()
        try spool.change { $0.handOver(job, by: node) }
    }

    package func report(_ outage: SharedOutage?, of backend: String) async throws(RepositoryFailure) {
        let now = now
        try spool.change { tables in
            tables.fleet.outages[backend] = outage.map { ($0.failure, now + $0.remaining) }
        }
    }

    package func askToLeave(_ node: NodeID) async throws(RepositoryFailure) -> Bool {
        try spool.change { tables in
            guard tables.fleet.nodes[node] != nil else { return false }
            tables.fleet.leaving.insert(node)
            return true
        }
    }

    package func health() async throws(RepositoryFailure) -> DatabaseHealth {
        DatabaseHealth(bytes: 0, liveRows: 0, deadRows: 0, oldestTransaction: 0, now: now)
    }

    package func endedDrops() async throws(RepositoryFailure) -> [EndedDrop] {
        let node = try joined()
        return spool.look { tables in
            tables.endedDrops(of: node).compactMap { drop in
                guard case .ended(let failure) = tables.tally(drop.id) else { return nil }
                return EndedDrop(drop, failure: failure)
            }
        }
    }

    package func release() async throws(RepositoryFailure) {
        guard let node = member.node?.id else { return }
        let now = now
        try spool.change { $0.release(node, at: now) }
    }

    package func announce() async throws(RepositoryFailure) { spool.announce() }

    package func listen(_ report: @escaping @Sendable () async -> Void) async -> ListeningEnd {
        for await _ in spool.announcements() { await report() }
        return .lost
    }

    package func nodes() async throws(RepositoryFailure) -> [NodeEntry] {
        let now = now
        return spool.look { $0.nodes(at: now) }
    }
}

/// Membership in the fleet that shares a model database.
extension ModelSpoolRepository {
    /// Makes this service a node, after it was none or was declared dead.
    package func join(_ node: Node) throws(RepositoryFailure) {
        guard let member else { return }
        member.node = nil
        let now = member.server()
        try change { $0.join(node, at: now) }
        member.node = node
    }

    /// Gives up the node's jobs and folders.
    package func leave() throws(RepositoryFailure) {
        guard let member, let node = member.node?.id else { return }
        let now = member.server()
        try change { $0.remove(node, at: now) }
        member.node = nil
    }

    /// The node that this service is, whether or not the others know it still.
    package var node: Node? { member?.node }
}

/// What a service that shares a database knows of itself.
final class ModelMember: Sendable {
    private let current = Mutex<Node?>(nil)
    /// The database server's clock.
    let server: @Sendable () -> UTCMillis

    init(server: @escaping @Sendable () -> UTCMillis) { self.server = server }

    var node: Node? {
        get { current.withLock { $0 } }
        set { current.withLock { $0 = newValue } }
    }
}
