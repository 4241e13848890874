import Domain
import GatesSideEffect
import MVISimulation

extension Plan {
    /// A gate, and when its source closes it. In the end it is open.
    struct PlannedGate {
        let gate: ConfiguredGate
        /// After the history's start.
        let closed: [Range<Duration>]
        /// Whether its source says nothing instead of closing it.
        let isSilent: Bool
    }

    /// Drawn from a separate generator, so that the plans of earlier seeds stay the same. Gates are read twice a minute,
    /// which takes long in histories that wait for days.
    static func gates(_ seed: UInt64) -> [PlannedGate] {
        var rng = SplitMix64(seed: seed ^ 0x6761_7465)
        guard rng.next() % 4 == 0 else { return [] }
        let conditions = [PowerCondition.onMains, .battery(atLeast: 50)]
        return conditions.prefix(1 + Int(rng.next() % 2)).enumerated().map { number, condition in
            let folder = Installation.folders[Int(rng.next() % UInt64(Installation.folders.count))]
            let scope: GateScope =
                switch rng.next() % 4 {
                case 0: GateScope()
                case 1: GateScope(folders: [folder])
                default: GateScope(backends: [Provider.Manner.allCases[Int(rng.next() % 3)].rawValue])
                }
            let gate = ConfiguredGate(
                name: "gate \(number)", condition: .power(condition), scope: scope, unknown: .closed)
            return PlannedGate(gate: gate, closed: closures(&rng), isSilent: rng.next() % 4 == 0)
        }
    }

    private static func closures(_ rng: inout SplitMix64) -> [Range<Duration>] {
        var start = Duration.milliseconds(Int64(rng.next() % 200_000))
        return (0..<(1 + rng.next() % 3)).map { _ in
            let end = start + .milliseconds(Int64(1_000 + rng.next() % 400_000))
            defer { start = end + .milliseconds(Int64(1_000 + rng.next() % 200_000)) }
            return start..<end
        }
    }

    /// What the machine's power supply says after this time.
    func power(after time: Duration) -> PowerState {
        var state = PowerState(mains: true, battery: 100)
        for planned in gates where planned.closed.contains(where: { $0.contains(time) }) {
            switch planned.gate.condition {
            case .power(.onMains): state.mains = planned.isSilent ? nil : false
            default: state.battery = planned.isSilent ? nil : 10
            }
        }
        return state
    }

    /// The gates' sources, which say that all is well if `isIgnored`.
    func gateSources(_ clock: ManualClock, isIgnored: Bool) -> GateSources {
        GateSources(
            zone: GateSources.none.zone,
            power: { .success(isIgnored ? PowerState(mains: true, battery: 100) : power(after: clock.now.offset)) },
            fix: GateSources.none.fix)
    }
}

/// Checks that nothing was begun behind closed gates.
struct GateCheck {
    let plan: Plan
    let spool: ModelSpoolRepository

    /// The time after which a gate that has closed is noticed: it is asked twice a minute.
    private static let notice = Duration.seconds(31)

    func faults() -> [String] {
        // Where the clock is set, times say nothing about the order of things.
        guard plan.jumps.isEmpty, !plan.hasFallback else { return [] }
        return spool.timelines.flatMap { job, steps -> [String] in
            guard let begun = steps.first(where: { $0.state == .submitting })?.at else { return [] }
            let time = Duration.milliseconds(begun.milliseconds(since: plan.utc))
            return plan.gates.filter { keeps(job, in: $0, at: time) }.map {
                "\(job.id) was begun behind the closed \($0.gate.name)"
            }
        }
    }

    private func keeps(_ job: Job, in planned: Plan.PlannedGate, at time: Duration) -> Bool {
        let isClosed = planned.closed.contains { $0.lowerBound + Self.notice < time && time < $0.upperBound }
        guard isClosed else { return false }
        let closure = GateClosure(gate: planned.gate.name, until: nil)
        return GateClosures([(closure, planned.gate.scope)]).closure(of: job) != nil
    }
}
