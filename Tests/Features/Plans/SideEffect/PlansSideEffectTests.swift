import Domain
import MVISimulation
import PlansFeature
import PlansSideEffect
import Testing

@Suite("Plans: what they store")
struct PlansSideEffectTests {
    private let spool = ModelSpoolRepository()
    private let id = PlanID(high: 1, low: 2)

    private func sideEffects(
        _ watches: [WatchFolder] = [], fit: @escaping @Sendable ([Job]) async -> [Job] = { $0 }
    ) -> PlansSideEffectImpl<ManualClock> {
        PlansSideEffectImpl(
            spool, watches: watches,
            zone: { name in name == nil || name == "Asia/Seoul" ? TimeZoneRules.utc : nil },
            day: { _ in LocalDay(year: 2026, month: 3, day: 9) }, fit: fit, clock: ManualClock(), utc: { 70_000 })
    }

    private func plan(_ calendar: String?, samples: Int = 1) throws -> Plan {
        var request = Request(source: .prompt("a cat"))
        request.generation.samples = samples
        let order = PlannedOrder(
            request: request, folder: "inbox", outbox: FolderPath("/old"), name: FileName("a-cat.txt"), submitter: 7)
        let timing = PlanTiming(
            at: nil, every: calendar, calendar: try calendar.map { try CalendarExpression(text: $0) }, catchUp: .once)
        return Plan(id: id, order: order, timing: timing, due: 60_000, created: 1)
    }

    private func add(_ plan: Plan) async throws {
        let digest = try #require(Digest(bytes: Array(repeating: 1, count: 32)))
        #expect(try await spool.add(plan, key: nil, content: digest, at: 1) == .added)
    }

    private func run(isMissed: Bool = false) -> PlanRun {
        PlanRun(plan: id, revision: 0, due: 60_000, next: nil, isMissed: isMissed, utc: 65_000, seed: 5)
    }

    @Test("the active plans are read with the zones that they name")
    func timetable() async throws {
        let plan = try plan("07:00 Asia/Seoul")
        try await add(plan)
        let timetable = try await sideEffects().load().get()
        #expect(timetable.schedules == [plan.schedule])
        #expect(timetable.zones == TimeZones(local: .utc, named: ["Asia/Seoul": .utc]))
    }

    @Test("a moment makes the jobs of the order, of its own time, for the folder as it is configured now")
    func fired() async throws {
        try await add(try plan(nil, samples: 2))
        let watch = WatchFolder(name: "inbox", path: FolderPath("/in"), outbox: FolderPath("/new"))
        let held = sideEffects([watch]) { jobs in
            jobs.map { job in
                var job = job
                if job.sample.number == 2 { job.state = .held(.approval) }
                return job
            }
        }
        guard case .fired(let jobs, let drop) = try await held.settle(run()).get() else {
            Issue.record("not fired")
            return
        }
        #expect(jobs.jobs.map(\.outbox) == [FolderPath("/new"), FolderPath("/new")])
        #expect(jobs.jobs.map(\.state) == [.queued, .held(.approval)])
        #expect(jobs.jobs.allSatisfy { $0.created == 65_000 && $0.drop == drop.id && $0.submitter == 7 })
        #expect(try await spool.plan(id)?.last == Plan.Run(due: 60_000, job: jobs.first.id))
    }

    @Test("without its folder a plan delivers where it was planned to; a missed moment makes no jobs")
    func others() async throws {
        #expect(try await sideEffects().settle(run()).get() == .changed)
        try await add(try plan(nil))
        guard case .fired(let jobs, _) = try await sideEffects().settle(run()).get() else {
            Issue.record("not fired")
            return
        }
        #expect(jobs.first.outbox == FolderPath("/old"))
        _ = try await spool.cancel(id)
        try await add(try plan(nil))
        #expect(try await sideEffects().settle(run(isMissed: true)).get() == .missed)
        #expect(spool.jobs.count == 1)
    }
}
