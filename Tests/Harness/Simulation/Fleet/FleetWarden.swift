import App
import Domain
import FleetFeature
import IntakeFeature
import JobsFeature
import MVIRuntime
import MVISimulation

/// Makes sure that nothing lies idle that a living node could work on: what a dead node had is another's half a minute
/// later, by the server's clock.
@MainActor
final class FleetWarden {
    private static let patience = Duration.seconds(30)

    private let nodes: [FleetNode]
    private let world: FleetWorld
    /// Since when each node has been able to work without interruption, the start of its stores, and the number of its
    /// troubles: one may be shorter than the time between two looks.
    private var healthy: [Int: (since: ManualClock.Instant, stores: ManualClock.Instant, troubles: Int)] = [:]
    /// Since when jobs and folders have been without an owner although a node could have taken them.
    private var unowned: [String: ManualClock.Instant] = [:]

    init(_ nodes: [FleetNode], _ world: FleetWorld) {
        self.nodes = nodes
        self.world = world
    }

    func look() {
        let now = world.clock.now
        for node in nodes { noteHealth(of: node, now) }
        let able = nodes.filter { node in
            healthy[node.plan.number].map { $0.since.duration(to: now) > Self.patience } == true
        }
        let claims = world.spool.claims(at: world.serverTime())
        var idle: [String: ManualClock.Instant] = [:]
        for claim in claims {
            let name = claim.job.map { "job \($0)" } ?? "folder \(claim.folder)"
            let others = able.filter { $0.plan.folders.contains(claim.folder) && $0.identity != claim.owner }
            if let owner = claim.owner {
                if !others.isEmpty { check(owner, of: name) }
            } else if others.contains(where: { claim.job == nil || $0.hasRoom }) {
                let since = unowned[name] ?? now
                idle[name] = since
                if since.duration(to: now) > Self.patience {
                    world.notes.add("\(name) was free for half a minute while a node could take it")
                }
            }
        }
        unowned = idle
    }

    private func check(_ owner: NodeID, of name: String) {
        guard let heard = world.spool.heard(owner) else { return }
        let silence = world.serverTime().milliseconds(since: heard)
        if silence > 30_000 { world.notes.add("\(name) is still \(owner.text)'s, which was silent for half a minute") }
    }

    private func noteHealth(of node: FleetNode, _ now: ManualClock.Instant) {
        guard node.isHealthy, let stores = node.startedAt else {
            healthy[node.plan.number] = nil
            return
        }
        let known = healthy[node.plan.number]
        if known?.stores != stores || known?.troubles != node.troubles {
            healthy[node.plan.number] = (now, stores, node.troubles)
        }
    }
}

extension FleetNode {
    /// Whether the service takes further jobs.
    fileprivate var hasRoom: Bool { (service?.container.fleet?.state.freeSlots ?? 0) > 0 }
}
