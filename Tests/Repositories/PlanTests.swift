import Domain
import Testing

@Suite("Stored plans")
struct PlanTests {
    private let digest = Digest(bytes: Array(repeating: 7, count: 32))

    private func order(_ source: RequestSource = .prompt("a cat"), reference: String? = nil) -> PlannedOrder {
        PlannedOrder(
            request: Request(source: source, tags: ["daily"]), folder: "inbox", outbox: Samples.outbox,
            onConflict: .replace, name: FileName("a-cat.txt"), size: 3, reference: reference, submitter: 1000)
    }

    private func id(_ number: Int) -> PlanID { PlanID(utc: UTCMillis(Int64(number)), seed: 3) }

    private func plan(
        _ number: Int, every: String? = "day", due: UTCMillis = 1_000_000, source: RequestSource = .prompt("a cat")
    ) throws -> Plan {
        let calendar = try every.map { try CalendarExpression(at: "07:00 UTC", every: $0) }
        return Plan(
            id: id(number), order: order(source, reference: "r\(number)"),
            timing: PlanTiming(at: "07:00 UTC", every: every, calendar: calendar, catchUp: .once), due: due,
            created: UTCMillis(Int64(number)))
    }

    private func run(
        _ plan: Plan, _ due: UTCMillis, next: UTCMillis?, missed: Bool = false, at utc: UTCMillis = 2_000_000,
        seed: UInt64 = 9
    ) -> PlanRun {
        PlanRun(
            plan: plan.id, revision: plan.revision, due: due, next: next, isMissed: missed, utc: utc, seed: seed)
    }

    private func jobs(_ plan: Plan, _ run: PlanRun) throws -> (jobs: SubmittedJobs, drop: Drop) {
        let made = plan.order.jobs(
            at: run.utc, day: LocalDay(year: 2026, month: 3, day: 9), seed: run.seed, watch: nil)
        return (SubmittedJobs(try #require(made.jobs.first), Array(made.jobs.dropFirst()), content: nil), made.drop)
    }

    private func add(_ plan: Plan, key: String? = nil, in spool: SpoolRepositories) async throws -> PlanAddition {
        try await spool.plans.add(
            plan, key: key.map { SubmissionKey(user: 1000, text: $0) }, content: try #require(digest), at: 1)
    }

    @Test("what is added is read back, and is listed by its age", arguments: SpoolKind.allCases)
    func added(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (first, second) = (try plan(1), try plan(2, every: nil, due: 500))
            #expect(try await add(second, in: spool) == .added)
            #expect(try await add(first, in: spool) == .added)
            #expect(try await spool.plans.plan(first.id) == first)
            #expect(try await spool.plans.plan(id(9)) == nil)
            #expect(try await spool.plans.plans() == [first, second])
            #expect(try await spool.plans.schedules() == [first.schedule, second.schedule])
        }
    }

    @Test("a key returns the plan that it was used for", arguments: SpoolKind.allCases)
    func keys(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let first = try plan(1)
            #expect(try await add(first, key: "one", in: spool) == .added)
            let again = try await add(try plan(2), key: "one", in: spool)
            #expect(again == .known(first, content: try #require(digest)))
            #expect(try await add(try plan(3), key: "other", in: spool) == .added)
            #expect(try await spool.plans.plans().map(\.id) == [id(1), id(3)])
        }
    }

    @Test("a run stores its jobs and the next moment; no moment is settled twice", arguments: SpoolKind.allCases)
    func fired(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let plan = try plan(1)
            _ = try await add(plan, in: spool)
            let run = run(plan, 1_000_000, next: 87_400_000)
            let made = try jobs(plan, run)
            let outcome = try await spool.plans.settle(run, made, at: 2_000_001)
            #expect(outcome == .fired(made.jobs, made.drop))
            let stored = try #require(try await spool.jobs.job(made.jobs.first.id))
            #expect(stored == made.jobs.first && stored.reference == "r1" && stored.submitter == 1000)
            #expect(try await spool.drops.drop(made.drop.id)?.phase == .read)
            var after = plan
            after.due = 87_400_000
            after.found = run.utc
            after.last = Plan.Run(due: 1_000_000, job: made.jobs.first.id)
            #expect(try await spool.plans.plan(plan.id) == after)

            // The answer was lost: the same attempt finds what it has stored.
            #expect(try await spool.plans.settle(run, made, at: 2_000_002) == .fired(made.jobs, made.drop))
            // Another service, or the same one after its clock was set back.
            let other = self.run(plan, 1_000_000, next: 87_400_000, at: 2_000_003, seed: 10)
            #expect(try await spool.plans.settle(other, try jobs(plan, other), at: 2_000_003) == .settled)
            let missed = self.run(plan, 1_000_000, next: 87_400_000, missed: true)
            #expect(try await spool.plans.settle(missed, nil, at: 2_000_004) == .settled)
            #expect(try await spool.jobList.counts() == ["queued": 1])
            after.found = other.utc
            #expect(try await spool.plans.plan(plan.id)?.due == after.due)
        }
    }

    @Test("a settled moment that is stored as the next one is passed over", arguments: SpoolKind.allCases)
    func clockSetBack(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            var plan = try plan(1)
            _ = try await add(plan, in: spool)
            let run = run(plan, 1_000_000, next: 87_400_000)
            _ = try await spool.plans.settle(run, try jobs(plan, run), at: 2_000_000)
            plan.revision = 1
            #expect(try await spool.plans.change(plan, at: 3))
            let again = self.run(plan, 1_000_000, next: 87_400_000, at: 2_000_005)
            #expect(try await spool.plans.settle(again, try jobs(plan, again), at: 2_000_005) == .settled)
            #expect(try await spool.plans.plan(plan.id)?.due == 87_400_000)
        }
    }

    @Test("a missed moment is recorded without jobs", arguments: SpoolKind.allCases)
    func missed(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let plan = try plan(1)
            _ = try await add(plan, in: spool)
            let outcome = try await spool.plans.settle(
                run(plan, 1_000_000, next: 87_400_000, missed: true), nil, at: 2_000_000)
            #expect(outcome == .missed)
            let stored = try #require(try await spool.plans.plan(plan.id))
            #expect(stored.due == 87_400_000 && stored.last == Plan.Run(due: 1_000_000, job: nil))
            #expect(try await spool.jobList.counts().isEmpty)
        }
    }

    @Test("a plan without a next moment has ended, and can't be changed", arguments: SpoolKind.allCases)
    func ended(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            var plan = try plan(1, every: nil)
            _ = try await add(plan, in: spool)
            let run = run(plan, 1_000_000, next: nil)
            let made = try jobs(plan, run)
            #expect(try await spool.plans.settle(run, made, at: 2_000_000) == .fired(made.jobs, made.drop))
            #expect(try await spool.plans.settle(run, made, at: 2_000_001) == .fired(made.jobs, made.drop))
            let stored = try #require(try await spool.plans.plan(plan.id))
            #expect(stored.state == .ended && stored.due == nil && stored.last?.job == made.jobs.first.id)
            #expect(try await spool.plans.schedules().isEmpty)
            plan.revision = 1
            #expect(try await !spool.plans.change(plan, at: 3))
        }
    }

    @Test("a run for an earlier revision, a paused or a cancelled plan stores nothing", arguments: SpoolKind.allCases)
    func outdated(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let old = try plan(1)
            _ = try await add(old, in: spool)
            var plan = old
            plan.revision = 1
            plan.found = 3
            plan.timing = PlanTiming(at: "+1h", every: nil, calendar: nil, catchUp: .skip)
            plan.due = 5_000_000
            #expect(try await spool.plans.change(plan, at: 3))
            #expect(try await !spool.plans.change(plan, at: 3))
            #expect(try await spool.plans.plan(plan.id) == plan)
            let outdated = run(old, 1_000_000, next: 2)
            #expect(try await spool.plans.settle(outdated, try jobs(old, outdated), at: 4) == .changed)
            plan.revision = 2
            plan.state = .paused
            #expect(try await spool.plans.change(plan, at: 4))
            #expect(try await spool.plans.schedules().isEmpty)
            let paused = run(plan, 5_000_000, next: nil)
            #expect(try await spool.plans.settle(paused, try jobs(plan, paused), at: 5) == .changed)
            #expect(try await spool.plans.cancel(plan.id))
            #expect(try await !spool.plans.cancel(plan.id))
            #expect(try await spool.plans.settle(paused, try jobs(plan, paused), at: 6) == .changed)
            #expect(try await spool.jobList.counts().isEmpty)
            #expect(try await spool.plans.plans().isEmpty)
        }
    }

    @Test("the pictures of a plan are needed until it has ended or is cancelled", arguments: SpoolKind.allCases)
    func pictures(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let digests = try (1...3).map { try Samples.digest($0) }
            let daily = try plan(1, source: .picture(digests[0], .png))
            let once = try plan(2, every: nil, source: .edit("at night", digests[1], .png))
            for plan in [daily, once] { _ = try await add(plan, in: spool) }
            #expect(try await spool.contents.neededPictures(among: digests) == Set(digests.prefix(2)))
            let missed = run(once, 1_000_000, next: nil, missed: true)
            #expect(try await spool.plans.settle(missed, nil, at: 2_000_000) == .missed)
            #expect(try await spool.contents.neededPictures(among: digests) == [digests[0]])
            #expect(try await spool.plans.cancel(daily.id))
            #expect(try await spool.contents.neededPictures(among: digests) == [])
        }
    }

    @Test("forgetting a job erases the ended plan that made it, but no other", arguments: SpoolKind.allCases)
    func forgotten(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool async throws in
            let (daily, once) = (try plan(1), try plan(2, every: nil))
            for (plan, next) in [(daily, UTCMillis(87_400_000)), (once, nil)] {
                _ = try await add(plan, in: spool)
                let run = run(plan, 1_000_000, next: next, seed: plan.id.high)
                let made = try jobs(plan, run)
                _ = try await spool.plans.settle(run, made, at: 2_000_000)
                let job = made.jobs.first
                #expect(try await spool.jobs.move(job, to: .cancelled, token: 1, at: 3_000_000))
                _ = try await spool.erasure.forget(job.id, at: 4_000_000).get()
            }
            #expect(try await spool.plans.plans().map(\.id) == [daily.id])
        }
    }

    @Test("the number of plans is limited; ended ones don't count, and the oldest of them are erased")
    func bounds() async throws {
        try await withSpool(.sqlite) { spool async throws in
            for number in 1...(Plan.mostEnded + 3) {
                let plan = try plan(number, every: nil)
                _ = try await add(plan, in: spool)
                let missed = run(plan, 1_000_000, next: nil, missed: true)
                _ = try await spool.plans.settle(missed, nil, at: UTCMillis(Int64(number)))
            }
            #expect(try await spool.plans.plans().count == Plan.mostEnded)
            for number in 1...Plan.most { #expect(try await add(try plan(1000 + number), in: spool) == .added) }
            #expect(try await add(try plan(9999), in: spool) == .full)
        }
    }
}
