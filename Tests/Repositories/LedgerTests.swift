import Domain
import MVISimulation
import Repositories
import Testing

@Suite("Ledger")
struct LedgerTests {
    private let cent = Money(micros: 10_000, currency: "USD")
    private let threeCents = BudgetCap(
        scope: .everything, period: .day, limit: .money(Money(micros: 30_000, currency: "USD")))

    @Test(
        "a reservation counts in its own transaction: a call that would exceed a cap isn't recorded",
        arguments: SpoolKind.allCases)
    func reserving(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...3 {
                #expect(
                    try await begin(number, spool, [threeCents]) == .begun(warnings: number == 3 ? [threeCents] : []))
            }
            let answer = try await begin(4, spool, [threeCents])
            #expect(answer == .overBudget(BudgetExceeded(cap: threeCents, resetsAt: 100)))
            let held = try await spool.jobs.job(Samples.jobID(4))
            #expect(held?.state == .queued && held?.attempts == 0)
            #expect(try await spool.calls.lastCall(of: Samples.jobID(4)) == nil)
            #expect(try await spent(spool) == Spending(micros: 30_000, pictures: 3))
            #expect(try await begin(5, spool, []) == .begun(warnings: []))
        }
    }

    @Test(
        "unspent calls don't count, unknown ones do, and a reported cost replaces the estimate",
        arguments: SpoolKind.allCases)
    func settling(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...3 { _ = try await begin(number, spool, []) }
            try await settle(1, Settlement(.unspent), spool)
            try await settle(2, Settlement(.unknown), spool)
            try await settle(3, Settlement(.spent, amount: Money(micros: 25_000, currency: "USD")), spool)
            #expect(try await spent(spool) == Spending(micros: 35_000, pictures: 2))
            let lines = try await spool.ledger.spend(
                SpendQuery(days: day(9)...day(9), groups: [.backend], today: day(9)))
            #expect(
                lines == [
                    SpendLine(
                        keys: ["sketch"], isUnknown: false, pictures: 1,
                        amount: Money(micros: 25_000, currency: "USD")),
                    SpendLine(keys: ["sketch"], isUnknown: true, pictures: 1, amount: cent),
                ])
        }
    }

    @Test(
        "a clock set back frees no budget, and the next day resets it", arguments: SpoolKind.allCases
    )
    func clock(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...3 { _ = try await begin(number, spool, [threeCents]) }
            #expect(
                try await begin(4, spool, [threeCents], on: 8)
                    == .overBudget(BudgetExceeded(cap: threeCents, resetsAt: 100)))
            #expect(try await begin(4, spool, [threeCents], on: 10) == .begun(warnings: []))
            let month = BudgetCap(scope: .everything, period: .month, limit: .pictures(4))
            #expect(
                try await begin(5, spool, [month], on: 11) == .overBudget(BudgetExceeded(cap: month, resetsAt: 200)))
        }
    }

    @Test(
        "a clock that jumps ahead during purchases and back gets today's budget once, and blocks no later day",
        arguments: SpoolKind.allCases)
    func jump(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let month = BudgetCap(scope: .everything, period: .month, limit: .pictures(4))
            for number in 1...3 { _ = try await begin(number, spool, [], at: Self.farDay) }
            // The day that notices the jump: the caps hold, and the report agrees with them.
            for _ in 1...2 {
                #expect(try await begin(4, spool, [threeCents]) == .overBudget(stop(threeCents, 100)))
                #expect(try await spent(spool) == Spending(micros: 30_000, pictures: 3))
                #expect(try await told(day(9)...day(9), spool, today: 9) == ["2026-03-09": 3])
                #expect(try await told(day(1)...day(31), spool, today: 9) == ["2026-03-09": 3])
            }
            let later = FutureAmounts(lines: 3, latest: Self.farDay, countedOn: day(9))
            #expect(try await spool.ledger.amounts(laterThan: day(9)) == later)
            // The next day's cap is free, the month's isn't.
            #expect(try await begin(4, spool, [threeCents, month], on: 10) == .begun(warnings: []))
            #expect(try await begin(5, spool, [month], on: 11) == .overBudget(stop(month, 200)))
            #expect(try await told(day(10)...day(10), spool, today: 10) == ["2026-03-10": 1])
            #expect(try await told(day(1)...day(31), spool, today: 10) == ["2026-03-09": 3, "2026-03-10": 1])
            #expect(try await spool.ledger.amounts(laterThan: day(10)) == later)
            #expect(try await spool.ledger.amounts(laterThan: Self.farDay) == nil)
        }
    }

    @Test("a clock that jumps twice gets no second budget", arguments: SpoolKind.allCases)
    func jumps(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...2 { _ = try await begin(number, spool, [threeCents], at: Self.farDay) }
            #expect(try await begin(3, spool, [threeCents]) == .begun(warnings: [threeCents]))
            #expect(try await begin(4, spool, [threeCents]) == .overBudget(stop(threeCents, 100)))
            // Ahead again: earlier purchases there count.
            #expect(try await begin(4, spool, [threeCents], at: Self.farDay) == .begun(warnings: [threeCents]))
            #expect(try await begin(5, spool, [threeCents], at: Self.farDay) == .overBudget(stop(threeCents, 100)))
            #expect(try await begin(5, spool, [threeCents]) == .overBudget(stop(threeCents, 100)))
            #expect(try await spent(spool).pictures == 4)
            #expect(try await begin(5, spool, [threeCents], on: 10) == .begun(warnings: []))
        }
    }

    @Test(
        "a clock set back over midnight, or a zone that is still on yesterday, gives no day's budget twice",
        arguments: SpoolKind.allCases)
    func midnight(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            for number in 1...3 { _ = try await begin(number, spool, [threeCents], on: 10) }
            for today in [9, 8] {
                #expect(try await begin(4, spool, [threeCents], on: today) == .overBudget(stop(threeCents, 100)))
            }
            // The same day again.
            #expect(try await begin(4, spool, [threeCents], on: 10) == .overBudget(stop(threeCents, 100)))
            #expect(try await told(day(1)...day(31), spool, today: 10) == ["2026-03-10": 3])
            #expect(try await begin(4, spool, [threeCents], on: 11) == .begun(warnings: []))
        }
    }

    @Test("the days on which an amount counts, in every ledger")
    func dates() {
        var date = LedgerDate(day(10))
        #expect(date.counts(since: day(10), today: day(10)) && !date.counts(since: day(11), today: day(11)))
        #expect(date.counts(since: day(9), today: day(9)))
        date.notice(day(10))
        #expect(date.countedOn == nil)
        date.notice(day(8))
        date.notice(day(9))
        #expect(date.countedOn == day(8))
        #expect(!date.counts(since: day(9), today: day(9)) && date.counts(since: day(1), today: day(9)))
        #expect(date.day(among: day(1)...day(31), today: day(9)) == day(8))
        #expect(date.day(among: day(9)...day(31), today: day(9)) == nil)
        #expect(date.day(among: day(9)...day(31), today: day(10)) == day(10))
        #expect(date.day(among: day(1)...day(31), today: day(12)) == day(10))
    }

    @Test("each cap has its own scope: backend, folder, user", arguments: SpoolKind.allCases)
    func scopes(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            _ = try await begin(1, spool, [], submitter: 7)
            let scopes: [(BudgetCap.Scope, Int64)] = [
                (.everything, 1), (.backend("sketch"), 1), (.backend("studio"), 0), (.folder("inbox"), 1),
                (.folder("x"), 0), (.user(7), 1), (.user(8), 0),
            ]
            for (scope, count) in scopes {
                let cap = BudgetCap(scope: scope, period: .day, limit: .pictures(5))
                #expect(try await spool.ledger.standing(of: [cap], at: moment(9)).first?.spent.pictures == count)
            }
        }
    }

    @Test(
        "spending is grouped by folder, backend, user, day and month, with separate currencies",
        arguments: SpoolKind.allCases)
    func groups(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            _ = try await begin(1, spool, [], submitter: 7)
            _ = try await begin(2, spool, [], on: 10)
            _ = try await begin(3, spool, [], price: Money(micros: 5, currency: "EUR"))
            _ = try await begin(4, spool, [], price: nil)
            let query = SpendQuery(days: day(1)...day(31), groups: [.folder, .user, .day, .month], today: day(10))
            let lines = try await spool.ledger.spend(query)
            #expect(
                lines.map(\.keys) == [
                    ["inbox", "", "2026-03-09", "2026-03"], ["inbox", "", "2026-03-09", "2026-03"],
                    ["inbox", "", "2026-03-10", "2026-03"], ["inbox", "7", "2026-03-09", "2026-03"],
                ])
            #expect(lines.map(\.amount?.currency) == [nil, "EUR", "USD", "USD"])
            #expect(
                try await spool.ledger.spend(SpendQuery(days: day(9)...day(9), groups: [], today: day(10))).count == 3)
            #expect(try await spool.ledger.spend(SpendQuery(days: day(1)...day(2), today: day(10))).isEmpty)
        }
    }

    @Test("a retry that may pay twice leaves the lost call in the ledger as unknown", arguments: SpoolKind.allCases)
    func lostCall(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            _ = try await begin(1, spool, [])
            _ = try await spool.jobs.move(Samples.jobID(1), to: .unknown, picture: nil, token: 0, at: 5)
            _ = try await spool.jobs.reopen(Samples.jobID(1), mayPayTwice: true, token: 0, at: 6)
            let lines = try await spool.ledger.spend(SpendQuery(days: day(9)...day(9), today: day(9)))
            #expect(lines.map(\.isUnknown) == [true])
            #expect(try await spool.calls.cost(of: Samples.jobID(1)) == JobCost(sums: [cent], lostCalls: 1))
            #expect(try await spool.calls.cost(of: Samples.jobID(2)) == JobCost())
            #expect(try await spool.jobList.timeline(Samples.jobID(1))?.cost.lostCalls == 1)
        }
    }

    @Test(
        "a job's cost is that of its paid and lost calls; free calls have no amount", arguments: SpoolKind.allCases)
    func cost(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            _ = try await begin(1, spool, [])
            _ = try await begin(2, spool, [])
            _ = try await begin(3, spool, [], price: nil)
            try await settle(1, Settlement(.spent, amount: Money(micros: 25_000, currency: "USD")), spool)
            try await settle(2, Settlement(.unspent), spool)
            #expect(try await spool.calls.cost(of: Samples.jobID(1)).sums == [Money(micros: 25_000, currency: "USD")])
            #expect(try await spool.calls.cost(of: Samples.jobID(2)) == JobCost())
            #expect(try await spool.calls.cost(of: Samples.jobID(3)) == JobCost())
        }
    }

    @Test("a held job, and only a held one, can be approved and is then queued", arguments: SpoolKind.allCases)
    func approving(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            let job = try await spool.accepted(1)
            #expect(try await spool.jobs.approve(job.id, token: 3, at: 4) == nil)
            let reason = HoldReason.budget(BudgetExceeded(cap: threeCents, resetsAt: 100), until: 160)
            #expect(try await spool.jobs.move(job.id, to: .held(reason), picture: nil, token: 0, at: 3))
            #expect(try await spool.jobs.job(job.id)?.state == .held(reason))
            #expect(try await spool.jobs.move(job.id, to: .held(reason), picture: nil, token: 0, at: 4))
            let approved = try #require(try await spool.jobs.approve(job.id, token: 3, at: 5))
            #expect(approved.state == .queued && approved.isApproved && approved.token == 3)
            #expect(try await spool.jobList.timeline(job.id)?.steps.map(\.state.word) == ["queued", "held", "queued"])
        }
    }

    @Test(
        "a purchase is found by its request once fetched, and adopted without a ledger line",
        arguments: SpoolKind.allCases)
    func purchases(_ kind: SpoolKind) async throws {
        try await withSpool(kind) { spool in
            _ = try await begin(1, spool, [])
            var call = try Samples.call(1, of: Samples.jobID(1))
            #expect(try await spool.calls.purchase(call.purchase) == nil)
            call.phase = .fetched
            call.handle = "png abc"
            call.reference = "req-1"
            call.seed = 99
            try await spool.calls.keep(call, settling: Settlement(.spent), at: 5)
            #expect(try await spool.calls.purchase(call.purchase) == call)
            let second = try await spool.accepted(2)
            let taken = Call(
                id: CallID(utc: 9, seed: 9), job: second.id, backend: "sketch", purchase: call.purchase,
                idempotencyKey: "k", seed: 1, phase: .fetched, handle: call.handle)
            #expect(try await spool.calls.adopt(taken, token: 0, at: 6))
            #expect(try await spool.calls.lastCall(of: second.id) == taken)
            #expect(try await spent(spool).pictures == 1)
            _ = try await spool.jobs.move(second.id, to: .cancelled, picture: nil, token: 0, at: 7)
            #expect(try await !spool.calls.adopt(taken, token: 0, at: 8))
        }
    }

    private func begin(
        _ number: Int, _ spool: SpoolRepositories, _ caps: [BudgetCap], on day: Int = 9, submitter: UInt32? = nil,
        price: Money? = Money(micros: 10_000, currency: "USD")
    ) async throws -> CallStart {
        try await begin(number, spool, caps, at: self.day(day), submitter: submitter, price: price)
    }

    private func begin(
        _ number: Int, _ spool: SpoolRepositories, _ caps: [BudgetCap], at day: LocalDay, submitter: UInt32? = nil,
        price: Money? = Money(micros: 10_000, currency: "USD")
    ) async throws -> CallStart {
        if try await spool.jobs.job(Samples.jobID(number)) == nil { _ = try await spool.accepted(number) }
        let reservation = BudgetReservation(
            folder: "inbox", submitter: submitter, estimate: price,
            moment: BudgetMoment(day: day, dayEnds: 100, monthEnds: 200), caps: caps)
        let call = try Samples.call(number, of: Samples.jobID(number))
        return try await spool.calls.begin(call, reserving: reservation, token: 0, at: 2)
    }

    /// Ten years ahead.
    private static let farDay = LocalDay(year: 2036, month: 3, day: 9)

    private func stop(_ cap: BudgetCap, _ resetsAt: UTCMillis) -> BudgetExceeded {
        BudgetExceeded(cap: cap, resetsAt: resetsAt)
    }

    /// The reported number of pictures per day.
    private func told(
        _ days: ClosedRange<LocalDay>, _ spool: SpoolRepositories, today: Int
    ) async throws -> [String: Int64] {
        let lines = try await spool.ledger.spend(SpendQuery(days: days, groups: [.day], today: day(today)))
        return Dictionary(lines.map { ($0.keys[0], $0.pictures) }, uniquingKeysWith: +)
    }

    private func settle(_ number: Int, _ settlement: Settlement, _ spool: SpoolRepositories) async throws {
        let call = try Samples.call(number, of: Samples.jobID(number))
        try await spool.calls.keep(call, settling: settlement, at: 3)
    }

    private func spent(_ spool: SpoolRepositories) async throws -> Spending {
        try #require(try await spool.ledger.standing(of: [threeCents], at: moment(9)).first).spent
    }

    private func moment(_ number: Int) -> BudgetMoment {
        BudgetMoment(day: day(number), dayEnds: 100, monthEnds: 200)
    }

    private func day(_ number: Int) -> LocalDay { LocalDay(year: 2026, month: 3, day: number) }
}
