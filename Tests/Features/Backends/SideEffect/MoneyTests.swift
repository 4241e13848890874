import BackendKit
import BackendsFeature
import BackendsSideEffect
import Domain
import PlatformDigest
import Repositories
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
            report: { _ in })
    }

    private func lines(_ fixture: BackendsFixture) async throws -> [SpendLine] {
        try await fixture.spool.ledger.spend(SpendQuery(days: Self.day...Self.day, groups: [], today: Self.day))
    }

    private func line(_ micros: Int64, isUnknown: Bool = false) -> SpendLine {
        SpendLine(
            keys: [], isUnknown: isUnknown, pictures: 1, amount: Money(micros: micros, currency: "USD"))
    }
}
