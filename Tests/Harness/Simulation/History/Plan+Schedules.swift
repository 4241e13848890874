import Domain
import MVISimulation
import PlatformDigest

extension Plan {
    /// A plan that the operator makes, and when it is cancelled.
    struct PlannedSchedule {
        let number: Int
        /// After the history's start.
        let at: Duration
        let cancelledAfter: Duration
        /// Minutes between two moments; `nil` for a single one.
        let interval: Int?
        /// The time until a single moment.
        let delay: Duration
        let catchUp: PlanCatchUp
        let isPicture: Bool
        let isPaid: Bool

        /// The text of its prompt or picture.
        var words: String { "plan \(number)" }

        var folder: String {
            if isPicture { return Installation.pictureFolder }
            return (isPaid ? Provider.Manner.answering : .lookedUp).rawValue
        }

        var picture: [UInt8] { SimulatedPicture.bytes(words) }
    }

    /// Drawn from a separate generator, so that the plans of earlier seeds stay the same. The clock is looked at each
    /// minute, which takes long in histories that wait for days.
    static func schedules(_ seed: UInt64) -> [PlannedSchedule] {
        var rng = SplitMix64(seed: seed ^ 0x706c_616e)
        guard rng.next() % 4 == 0 else { return [] }
        return (0..<(1 + Int(rng.next() % 2))).map { number in
            let start = Duration.milliseconds(Int64(rng.next() % 300_000))
            return PlannedSchedule(
                number: number, at: start, cancelledAfter: start + .milliseconds(Int64(300_000 + rng.next() % 900_000)),
                interval: rng.next() % 3 == 0 ? nil : [1, 2, 5, 10][Int(rng.next() % 4)],
                delay: .milliseconds(Int64(1 + rng.next() % 600_000)), catchUp: rng.next() % 2 == 0 ? .once : .skip,
                isPicture: rng.next() % 2 == 0, isPaid: rng.next() % 2 == 0)
        }
    }
}

extension Plan.PlannedSchedule {
    /// The plan as the control socket's handler makes it.
    func made(at utc: UTCMillis, seed: UInt64) -> Domain.Plan? {
        var request = Request.builtIn
        request.outputs = Installation.outputs
        if isPicture {
            request.source = .picture(sha256(picture), .png)
        } else {
            request.prompt = words
            request.generation.backend = folder
        }
        let order = PlannedOrder(
            request: request, folder: folder, outbox: Installation.outbox,
            name: FileName(isPicture ? "\(words).png" : "\(words).txt"), size: 100, submitter: 7)
        let (whole, fraction) = delay.components
        let milliseconds = whole * 1_000 + fraction / 1_000_000_000_000_000
        let calendar = interval.flatMap { try? CalendarExpression(text: "*:0/\($0)") }
        let due = calendar.map { $0.next(after: utc, in: .utc) } ?? utc + milliseconds
        return Domain.Plan(
            id: PlanID(utc: utc, seed: seed), order: order,
            timing: PlanTiming(
                at: calendar == nil ? "+1m" : nil, every: calendar?.description, calendar: calendar, catchUp: catchUp),
            due: due, created: utc)
    }
}

/// Checks that plans made their jobs when they were due, and once.
struct ScheduleCheck {
    let plan: Plan
    let spool: ModelSpoolRepository
    /// The plans as they were stored, by their number, and when each was cancelled.
    let schedules: [Int: (plan: Domain.Plan, cancelled: UTCMillis?)]
    /// When the service ran without faults, by the wall clock.
    let steadyRuns: [Range<UTCMillis>]

    func faults() -> [String] {
        let fired = spool.firedPlans
        let twice = Dictionary(grouping: fired) { "plan \($0.plan) for \($0.due)" }.filter { $0.value.count > 1 }
        return twice.map { "\($0.key) made jobs \($0.value.count) times" }.sorted()
            + schedules.sorted { $0.key < $1.key }.flatMap { faults(of: $0.value.plan, $0.value.cancelled, fired) }
    }

    private func faults(
        of plan: Domain.Plan, _ cancelled: UTCMillis?, _ all: [FiredPlan]
    ) -> [String] {
        let fired = all.filter { $0.plan == plan.id }
        let limit = plan.timing.catchUp == .skip ? PlanSchedule.grace : PlanSchedule.catchUpLimit
        let odd = fired.filter { $0.at < $0.due || $0.at.milliseconds(since: $0.due) > limit }
        // Also those that a clean-up has erased.
        let drops = Set(spool.jobs.map(\.drop))
        let jobless = fired.filter { !drops.contains($0.drop) }
        return odd.map { "\(plan.id) made jobs for \($0.due) at \($0.at)" }
            + jobless.map { "\(plan.id) lost its jobs for \($0.due)" } + missing(plan, cancelled, fired)
    }

    /// The moments during a run without faults for which there are no jobs.
    private func missing(_ plan: Domain.Plan, _ cancelled: UTCMillis?, _ fired: [FiredPlan]) -> [String] {
        // Where the clock is set, moments may be passed over.
        guard self.plan.jumps.isEmpty else { return [] }
        let end = min(cancelled ?? .init(.max), (steadyRuns.map(\.upperBound).max() ?? plan.created) + 1)
        let moments = [plan.schedule].occurrences(
            in: plan.created + 1..<max(end, plan.created + 1), limit: 1_000, zones: TimeZones(local: .utc))
        return moments.map(\.due).filter { due in
            let isSteady = steadyRuns.contains { $0.contains(due) && $0.contains(due + Self.slack) }
            return isSteady && due + Self.slack < end && !fired.contains { $0.due == due }
        }.map { "\(plan.id) made no jobs for \($0)" }
    }

    /// The time within which a moment is noticed and its jobs are stored.
    private static let slack: Int64 = 70_000
}
