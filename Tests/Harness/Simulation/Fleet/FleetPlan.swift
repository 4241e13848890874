import Domain
import MVISimulation

/// The plan that a seed gives for a history of services that share a database.
struct FleetPlan {
    /// The drops and requests. What else it plans is of one service and not used.
    let base: Plan
    let nodes: [PlannedNode]
    /// Whether only the first node returns for the part without faults.
    let othersStayAway: Bool

    /// A machine with a service.
    struct PlannedNode {
        let number: Int
        /// The watch folders that it has. The first node has all.
        let folders: [String]
        /// Milliseconds by which its wall clock is wrong.
        let skew: Int64
        let startsAfter: Duration
        let lives: [PlannedLife]
        let troubles: [PlannedTrouble]
        let seed: UInt64
    }

    /// One run of a service, from its start to its stop or crash.
    struct PlannedLife {
        /// The side effect at which it crashes, unless it ends earlier.
        let lastAct: Int?
        /// The time after which it is stopped, or killed.
        let endsAfter: Duration
        let isKilled: Bool
        let reloadsAfter: Duration?
        let stall: PlannedStall?
        /// The time until the next start.
        let pause: Duration
        let seed: UInt64
    }

    /// The process is suspended right before a side effect.
    struct PlannedStall {
        /// The number of the first side effect at which that may happen.
        let act: Int
        let kind: ServiceRun.PlannedStall.Kind
        let lasts: Duration
    }

    /// Something that befalls a machine without ending its service.
    struct PlannedTrouble {
        enum Kind {
            /// The process is suspended.
            case stall
            /// The line to the database is interrupted, or unreliable.
            case line(DatabaseLink.Condition)
        }

        /// After the history's start.
        let at: Duration
        let kind: Kind
        let lasts: Duration
    }

    init(seed: UInt64) {
        var rng = SplitMix64(seed: seed ^ 0x666c_6565)
        let count = 1 + Int(rng.next() % 4)
        nodes = (0..<count).map { Self.node($0, &rng) }
        othersStayAway = rng.next() % 3 == 0
        base = Self.base(seed, isSkewed: nodes.contains { $0.skew != 0 }, &rng)
    }

    /// Nodes look for work every five seconds, so that waiting for days takes long: caps and long outages are rare.
    private static func base(_ seed: UInt64, isSkewed: Bool, _ rng: inout SplitMix64) -> Plan {
        var plan = Plan(seed: seed)
        plan.gates = []
        plan.silences = nil
        plan.drops = Array(plan.drops.prefix(4 + Int(rng.next() % 8)))
        plan.restores = plan.restores.filter { restore in plan.drops.contains { $0.number == restore.drop } }
        let hasCap = rng.next() % 16 == 0
        plan.budget = hasCap ? .pictures(Int64(4 + rng.next() % 4)) : .boundless
        if let outage = plan.hostOutage {
            plan.hostOutage = outage.lowerBound..<min(outage.upperBound, outage.lowerBound + .seconds(900))
        }
        plan.interval = .seconds([8, 15, 60][Int(rng.next() % 3)])
        // Steps are of one node's clock, so that even a step back makes the others' look fast. With a cap, nights are skipped.
        plan.hasUnsteadyClocks = isSkewed || hasCap || !plan.jumps.isEmpty
        return plan
    }

    private static func node(_ number: Int, _ rng: inout SplitMix64) -> PlannedNode {
        let folders = Installation.folders.filter { _ in number == 0 || rng.next() % 4 > 0 }
        let isSkewed = rng.next() % 2 == 0
        let skew = isSkewed ? Int64(rng.next() % 36_000_000) - 18_000_000 : 0
        return PlannedNode(
            number: number, folders: folders, skew: skew, startsAfter: seconds(rng.next() % 4 > 0 ? 1 : 200, &rng),
            lives: (0..<(1 + rng.next() % 4)).map { _ in life(&rng) },
            troubles: (0..<(rng.next() % 5)).map { _ in trouble(&rng) }, seed: rng.next())
    }

    private static func life(_ rng: inout SplitMix64) -> PlannedLife {
        let scale = UInt64(1) << (5 + rng.next() % 8)
        let lastAct = rng.next() % 2 == 0 ? 1 + Int(rng.next() % scale) : nil
        return PlannedLife(
            lastAct: lastAct, endsAfter: .seconds(5) + seconds(rng.next() % 3 == 0 ? 60 : 400, &rng),
            isKilled: lastAct != nil || rng.next() % 2 == 0,
            reloadsAfter: rng.next() % 4 == 0 ? seconds(200, &rng) : nil,
            stall: rng.next() % 2 == 0 ? stall(Int(rng.next() % scale), &rng) : nil,
            pause: seconds(rng.next() % 2 == 0 ? 5 : 120, &rng), seed: rng.next())
    }

    private static func stall(_ act: Int, _ rng: inout SplitMix64) -> PlannedStall {
        let kinds = ServiceRun.PlannedStall.Kind.allCases
        let longest: UInt64 = [4, 60, 120][Int(rng.next() % 3)]
        return PlannedStall(act: act, kind: kinds[Int(rng.next() % 3)], lasts: seconds(longest, &rng))
    }

    private static func trouble(_ rng: inout SplitMix64) -> PlannedTrouble {
        let kinds: [PlannedTrouble.Kind] = [.stall, .stall, .line(.cut), .line(.cut), .line(.flaky)]
        let kind = kinds[Int(rng.next() % UInt64(kinds.count))]
        let longest: UInt64 = [4, 30, 60, 120][Int(rng.next() % 4)]
        return PlannedTrouble(at: seconds(600, &rng), kind: kind, lasts: seconds(longest, &rng))
    }

    /// A random time below `most` seconds.
    private static func seconds(_ most: UInt64, _ rng: inout SplitMix64) -> Duration {
        .milliseconds(Int64(rng.next() % (most * 1_000)))
    }
}
