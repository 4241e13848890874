import BackendKit
import BackendsFeature
import BackendsSideEffect
import Domain
import PlatformDigest
import Repositories
import MVISimulation
import Testing

@Suite("Calls and money", .timeLimit(.minutes(5)))
struct MoneyTests {
    private static let cent = Money(micros: 10_000, currency: "USD")
    private static let day = LocalDay(year: 2026, month: 3, day: 9)

    private static func rules(_ caps: Caps = Caps()) -> BudgetRules {
        var price = Price(perPicture: cent)
        price.perMillionTokens = .init(
            input: Money(micros: 5_000_000, currency: "USD"), output: Money(micros: 30_000_000, currency: "USD"))
        var rules = BudgetRules()
        rules.everything = caps
        rules.prices = ["studio": price]
        return rules
    }

    private static let receipts: [(Receipt, Int64)] = [
        (Receipt(charged: .yes), 10_000),
        (Receipt(charged: .yes, cost: Money(micros: 42, currency: "USD")), 42),
        (Receipt(charged: .yes, tokens: TokenCount(input: 50, output: 1_000)), 30_250),
        (
            Receipt(
                charged: .yes, cost: Money(micros: 42, currency: "USD"), tokens: TokenCount(input: 1, output: 1)), 42
        ),
        // In a currency without a cap, the price is kept.
        (Receipt(charged: .yes, cost: Money(micros: 42, currency: "EUR")), 10_000),
        (Receipt(charged: .unknown), 10_000),
    ]

    @Test("a picture's cost is the provider's, else from its tokens, else its price", arguments: receipts)
    func costs(_ receipt: Receipt, _ micros: Int64) async throws {
        try await BackendsFixture.lend { fixture in
            let script = ScriptedBackend.Script(submissions: [
                .success(.finished([.bytes(BackendsFixture.png)], receipt))
            ])
            _ = await generate(fixture, fixture.backend(script))
            let found = try await lines(fixture)
            #expect(found == [line(micros)])
        }
    }

    /// The states of three samples after the forecast.
    private static func forecast(
        _ fixture: BackendsFixture, _ rules: BudgetRules, seed: UInt64? = nil, count: Int = 3
    ) async -> [JobState] {
        let origin = JobOrigin(
            drop: .submission(to: "inbox", at: 5, seed: 5), outbox: fixture.folder, utc: 5,
            day: LocalDay(year: 2026, month: 3, day: 9), seed: 5)
        var request = fixture.job.activeRequest
        request.generation.samples = count
        request.generation.seed = seed
        let jobs = origin.jobs(named: FileName("cat.txt"), for: request)
        return await fixture.world(fixture.backend(.init()), rules).fitting(jobs, in: fixture.spool.ledger).map(\.state)
    }

    private static func held(_ cap: BudgetCap, _ fitting: Int, place: Int = 0) -> JobState {
        let stop = BudgetExceeded(cap: cap, resetsAt: 100, samples: FittingSamples(fitting, of: 3))
        return .held(.budget(stop, until: UTCMillis(100 + Int64(place) * 60_000)))
    }

    @Test("samples beyond a cap in money are held before the first call, counting what was spent before")
    func samples() async throws {
        try await BackendsFixture.lend { fixture in
            let rules = Self.rules(Caps(perDay: Money(micros: 25_000, currency: "USD")))
            let cap = try #require(rules.standing.first)
            #expect(await Self.forecast(fixture, rules) == [.queued, .queued, Self.held(cap, 2)])
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            _ = await fixture.world(backend, rules).generate(
                fixture.job, on: "studio", call: CallID(utc: 1, seed: 5), seed: 1, mayRepeat: false, report: { _ in })
            #expect(
                await Self.forecast(fixture, rules) == [.queued, Self.held(cap, 1), Self.held(cap, 1, place: 1)])
        }
    }

    @Test("samples that all fit, or of which none fits, are left to their calls")
    func samplesAlike() async throws {
        try await BackendsFixture.lend { fixture in
            let queued = [JobState](repeating: .queued, count: 3)
            #expect(await Self.forecast(fixture, Self.rules()) == queued)
            #expect(await Self.forecast(fixture, Self.rules(Caps(picturesPerDay: 3))) == queued)
            #expect(await Self.forecast(fixture, Self.rules(Caps(picturesPerDay: 0))) == queued)
            #expect(await Self.forecast(fixture, Self.rules(Caps(picturesPerDay: 0)), count: 1) == [.queued])
        }
    }

    @Test("a sample whose picture was bought before costs nothing")
    func samplesReused() async throws {
        try await BackendsFixture.lend { fixture in
            let rules = Self.rules(Caps(picturesPerDay: 3))
            let earlier = try await fixture.another(1) { $0.seed = 8 }
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            _ = await fixture.world(backend, rules).generate(
                earlier, on: "studio", call: CallID(utc: 1, seed: 5), seed: 8, mayRepeat: false, report: { _ in })
            // Two of three are left, and the second sample, with seed 8, is reused.
            #expect(await Self.forecast(fixture, rules, seed: 7) == [.queued, .queued, .queued])
            let cap = try #require(Self.rules(Caps(picturesPerDay: 2)).standing.first)
            #expect(
                await Self.forecast(fixture, Self.rules(Caps(picturesPerDay: 2)), seed: 7)
                    == [.queued, .queued, Self.held(cap, 2)])
        }
    }

    @Test("samples without a seed are each bought and reused by themselves")
    func samplesAlways() async throws {
        try await BackendsFixture.lend { fixture in
            let origin = JobOrigin(
                drop: .submission(to: "inbox", at: 5, seed: 5), outbox: fixture.folder, utc: 5,
                day: LocalDay(year: 2026, month: 3, day: 9), seed: 5)
            var request = fixture.job.activeRequest
            request.generation.samples = 2
            request.generation.reuse = .always
            let jobs = origin.jobs(named: FileName("cat.txt"), for: request)
            _ = try await fixture.spool.submissions.submit(
                SubmittedJobs(jobs[0], [jobs[1]], content: nil), drop: origin.drop, key: nil, at: 5)
            let backend = fixture.backend(
                .init(submissions: [.success(BackendsFixture.finished), .success(BackendsFixture.finished)]))
            #expect(await fixture.generate(backend, 1, for: jobs[0]) == .success(BackendsFixture.picture))
            #expect(await fixture.generate(backend, 2, for: jobs[1]) == .success(BackendsFixture.picture))
            #expect(backend.asked.count == 2)
        }
    }

    @Test("a cost reported on submission is kept until the end reports another")
    func handedOver() async throws {
        let told = Receipt(charged: .yes, cost: Money(micros: 30_000, currency: "USD"))
        try await BackendsFixture.lend { fixture in
            let script = ScriptedBackend.Script(
                submissions: [.success(.pending(try #require(JobHandle("h1")), told))],
                polls: [.success(.finished([.bytes(BackendsFixture.png)], BackendsFixture.receipt))])
            _ = await generate(fixture, fixture.backend(script))
            let found = try await lines(fixture)
            #expect(found == [line(30_000)])
        }
    }

    private static let failures: [(BackendFailure, Charge)] = [
        (.auth, .unspent), (.rateLimited(after: nil), .unspent), (.invalid(parameter: nil, message: ""), .unspent),
        (.transient(message: ""), .unspent), (.timeout, .unspent),
        (.moderated(stage: "input", charged: false), .unspent),
        (.moderated(stage: "output", charged: true), .spent), (.unknown, .unknown), (.empty, .unknown),
        (.badResponse(message: ""), .unknown), (.expired, .unknown), (.tooLarge(bytes: 1, limit: 1), .unknown),
    ]

    @Test("a failure is free, unless something may have been made", arguments: failures)
    func failed(_ failure: BackendFailure, _ charge: Charge) async throws {
        try await BackendsFixture.lend { fixture in
            _ = await generate(fixture, fixture.backend(.init(submissions: [.failure(failure)])))
            let found = try await lines(fixture)
            switch charge {
            case .unspent, .reserved: #expect(found.isEmpty)
            case .spent: #expect(found == [line(10_000)])
            case .unknown: #expect(found == [line(10_000, isUnknown: true)])
            }
        }
    }

    @Test("a call interrupted by a crash becomes unknown, and stays so when bought again")
    func crashed() async throws {
        try await BackendsFixture.lend { fixture in
            _ = try await fixture.spool.calls.begin(
                Call(
                    id: CallID(utc: 0, seed: 5), job: fixture.job.id, backend: "studio", purchase: sha256([]),
                    idempotencyKey: "first", seed: 77),
                reserving: BudgetReservation(
                    folder: "inbox", submitter: nil, estimate: Self.cent, moment: BackendsFixture.moment, caps: []),
                token: 0,
                at: 1)
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            let answer = await generate(fixture, backend, mayRepeat: false)
            #expect(answer == .failure(.backend("studio", .unknown)) && backend.asked.isEmpty)
            let found = try await lines(fixture)
            #expect(found == [line(10_000, isUnknown: true)])
            _ = await generate(fixture, backend, mayRepeat: true)
            let both = try await lines(fixture)
            #expect(both == [line(10_000), line(10_000, isUnknown: true)])
        }
    }

    @Test("over budget nothing is sent, except for an approved job")
    func overBudget() async throws {
        try await BackendsFixture.lend { fixture in
            let rules = Self.rules(Caps(picturesPerDay: 0))
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            let cap = BudgetCap(scope: .everything, period: .day, limit: .pictures(0))
            let answer = await generate(fixture, backend, rules)
            #expect(answer == .failure(.overBudget(BudgetExceeded(cap: cap, resetsAt: 100))) && backend.asked.isEmpty)
            var approved = fixture.job
            approved.isApproved = true
            let made = await generate(fixture, backend, rules, for: approved)
            #expect(made == .success(GeneratedPicture(BackendsFixture.picture, by: "studio")))
            let found = try await lines(fixture)
            #expect(found == [line(10_000)])
        }
    }

    @Test("local backends are free, but their pictures are counted")
    func free() async throws {
        try await BackendsFixture.lend { fixture in
            let receipt = Receipt(charged: .no)
            let script = ScriptedBackend.Script(submissions: [
                .success(.finished([.bytes(BackendsFixture.png)], receipt))
            ])
            _ = await generate(fixture, fixture.backend(isFree: true, script), BudgetRules())
            let found = try await lines(fixture)
            #expect(found == [SpendLine(keys: [], isUnknown: false, pictures: 1, amount: nil)])
        }
    }

    @Test("jobs with the same given seed share one purchase, as long as the picture is intact")
    func reuse() async throws {
        try await BackendsFixture.lend { fixture in
            let backend = fixture.backend(
                .init(submissions: [.success(BackendsFixture.finished), .success(BackendsFixture.finished)]))
            let first = try await fixture.another(1) { $0.seed = 5 }
            let second = try await fixture.another(2) { $0.seed = 5 }
            let plain = try await fixture.another(3) { $0.seed = nil }
            #expect(await made(fixture, backend, first)?.isReused == false)
            #expect(
                await made(fixture, backend, second)
                    == GeneratedPicture(BackendsFixture.picture, by: "studio", isReused: true))
            #expect(backend.asked.count == 1)
            #expect(await made(fixture, backend, plain)?.isReused == false)
            #expect(backend.asked.count == 2)
            let found = try await lines(fixture)
            let taken = try await fixture.spool.calls.lastCall(of: second.id)
            #expect(found.map(\.pictures) == [2] && taken?.phase == .fetched)
        }
    }

    private func made(_ fixture: BackendsFixture, _ backend: ScriptedBackend, _ job: Job) async -> GeneratedPicture? {
        try? await generate(fixture, backend, for: job).get()
    }

    private func generate(
        _ fixture: BackendsFixture, _ backend: ScriptedBackend, _ rules: BudgetRules = rules(), mayRepeat: Bool = false,
        for job: Job? = nil
    ) async -> Result<GeneratedPicture, JobFailure> {
        let job = job ?? fixture.job
        return await fixture.world(backend, rules).generate(
            job, on: "studio", call: CallID(utc: 9, seed: job.id.low), seed: 1, mayRepeat: mayRepeat,
            report: { _ in }
        ).answer
    }

    private func lines(_ fixture: BackendsFixture) async throws -> [SpendLine] {
        try await fixture.spool.ledger.spend(SpendQuery(days: Self.day...Self.day, groups: [], today: Self.day))
    }

    private func line(_ micros: Int64, isUnknown: Bool = false) -> SpendLine {
        SpendLine(
            keys: [], isUnknown: isUnknown, pictures: 1, amount: Money(micros: micros, currency: "USD"))
    }
}
