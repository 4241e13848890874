import Domain
import Testing

@Suite("Forecasts of a budget")
struct BudgetForecastTests {
    private let cent = Money(micros: 10_000, currency: "USD")

    private func usage(_ limit: BudgetCap.Limit, micros: Int64 = 0, pictures: Int64 = 0) -> CapUsage {
        CapUsage(
            cap: BudgetCap(scope: .everything, period: .day, limit: limit),
            spent: Spending(micros: micros, pictures: pictures), resetsAt: 1_000)
    }

    /// Plans as many purchases as asked for, and returns which of them fit.
    private func fits(_ usages: [CapUsage], _ estimate: Money?, _ count: Int) -> [Bool] {
        var forecast = BudgetForecast(usages)
        return (0..<count).map { _ in forecast.plan(estimate, under: usages.map(\.cap)) == nil }
    }

    @Test("each planned purchase counts against every cap, in money and in number")
    func plans() {
        let money = usage(.money(Money(micros: 30_000, currency: "USD")), micros: 10_000, pictures: 1)
        #expect(fits([money], cent, 3) == [true, true, false])
        #expect(fits([usage(.pictures(3), pictures: 2)], nil, 2) == [true, false])
        #expect(fits([money, usage(.pictures(1))], cent, 2) == [true, false])
        #expect(fits([], cent, 2) == [true, true])
        // A price in another currency counts as zero, as in a call.
        #expect(fits([money], Money(micros: 90_000, currency: "EUR"), 2) == [true, true])
    }

    @Test("a purchase that doesn't fit counts against no cap, and names the full one")
    func exceeded() {
        let (wide, narrow) = (usage(.pictures(2)), usage(.pictures(0)))
        var forecast = BudgetForecast([wide, narrow])
        #expect(forecast.plan(nil, under: [wide.cap, narrow.cap])?.cap == narrow.cap)
        #expect(forecast.plan(nil, under: [wide.cap]) == nil)
        #expect(forecast.plan(nil, under: [wide.cap]) == nil)
        #expect(forecast.plan(nil, under: [wide.cap]) == BudgetExceeded(cap: wide.cap, resetsAt: 1_000))
    }

    private func jobs(_ count: Int, line: Int = 0, from index: Int = 0) -> [Job] {
        let origin = JobOrigin(
            drop: .submission(to: "inbox", at: 1, seed: 2), outbox: FolderPath("/out"), utc: 1,
            day: LocalDay(year: 2026, month: 3, day: 9), seed: 2)
        var request = Request(source: .prompt("a cat"))
        request.generation.samples = count
        return origin.jobs(from: index, line: line, named: FileName("cat.txt"), for: request)
    }

    @Test("samples beyond the budget are held until it resets, and say how many fit")
    func holds() {
        let stop = BudgetExceeded(cap: usage(.pictures(2)).cap, resetsAt: 1_000)
        let four = jobs(4)
        let exceeded = [four[2].id: stop, four[3].id: stop]
        let held = four.holding(exceeded, maxRelease: 60)
        let partly = stop.leaving(FittingSamples(2, of: 4))
        #expect(
            held.map(\.state) == [
                .queued, .queued, .held(.budget(partly, until: 1_000)), .held(.budget(partly, until: 61_000)),
            ])
        #expect(held.map(\.id) == four.map(\.id))
    }

    @Test("a request of which nothing fits, and a single picture, are left to their calls")
    func leaves() {
        let stop = BudgetExceeded(cap: usage(.pictures(0)).cap, resetsAt: 1_000)
        let two = jobs(2, line: 1)
        let one = jobs(1, line: 2, from: 2)
        let all = two + one
        let exceeded = Dictionary(uniqueKeysWithValues: all.map { ($0.id, stop) })
        #expect(all.holding(exceeded, maxRelease: 60) == all)
        #expect(all.holding([:], maxRelease: 60) == all)
        // Each line of a batch is judged by itself.
        let mixed = [two[1].id: stop, one[0].id: stop]
        #expect(all.holding(mixed, maxRelease: 60).map(\.state.word) == ["queued", "held", "queued"])
    }
}
