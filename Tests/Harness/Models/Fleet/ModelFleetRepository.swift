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

    private var now: UTCMillis { member.server() }

    private func node() throws(RepositoryFailure) -> NodeID {
        guard let node = member.node?.id else { throw .expelled }
        return node
    }

    package func beat(in folders: [String]) async throws(RepositoryFailure) -> Beat {
        try await beat(in: folders, seen: now)
    }

    /// `seen`: the time that the node's row gets.
    package func beat(in folders: [String], seen: UTCMillis) async throws(RepositoryFailure) -> Beat {
        let (node, now) = (try node(), now)
        guard let beat = spool.unfenced({ $0.beat(node, in: folders, seen: seen, at: now) }) else { throw .expelled }
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
        limit: Int, in folders: [String], token: Int64, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Job] {
        let (node, now) = (member.node?.id, now)
        return try spool.change {
            $0.claim(limit: limit, in: folders, by: node, token: token, at: utc, now: now)
        }
    }

    package func owned() async throws(RepositoryFailure) -> [Job] {
        let node = try node()
        return spool.look { $0.owned(by: node) }
    }

    package func endedDrops() async throws(RepositoryFailure) -> [EndedDrop] {
        let node = try node()
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
        try spool.change { $0.free(node, at: now) }
    }

    package func announce() async throws(RepositoryFailure) { spool.announce() }

    package func listen(_ report: @escaping @Sendable () async -> Void) async {
        for await _ in spool.announcements() { await report() }
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
