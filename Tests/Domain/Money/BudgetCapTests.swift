import Domain
import Testing

@Suite("Spending caps")
struct BudgetCapTests {
    private let dollar = Money(micros: 1_000_000, currency: "USD")

    @Test("A picture is allowed while the total stays at or below the cap, in money and in number")
    func fits() {
        let money = cap(.money(dollar))
        let cents = Money(micros: 250_000, currency: "USD")
        #expect(money.allows(cents, after: Spending(micros: 750_000, pictures: 3)))
        #expect(!money.allows(cents, after: Spending(micros: 750_001, pictures: 3)))
        #expect(money.allows(nil, after: Spending(micros: 1_000_000, pictures: 3)))
        #expect(!money.allows(nil, after: Spending(micros: 1_000_001, pictures: 3)))
        #expect(!money.allows(cents, after: Spending(micros: .max, pictures: 0)))
        let pictures = cap(.pictures(3))
        #expect(pictures.allows(cents, after: Spending(micros: 9, pictures: 2)))
        #expect(!pictures.allows(cents, after: Spending(micros: 0, pictures: 3)))
        #expect(!cap(.pictures(0)).allows(nil, after: Spending(micros: 0, pictures: 0)))
    }

    @Test("Only the picture that reaches four fifths of the cap triggers the warning")
    func warns() {
        let cents = Money(micros: 100_000, currency: "USD")
        let money = cap(.money(dollar))
        let warned = (0...9).filter { money.warns(cents, after: Spending(micros: Int64($0) * 100_000, pictures: 0)) }
        #expect(warned == [7])
        let counted = (0...4).filter { cap(.pictures(5)).warns(nil, after: Spending(micros: 0, pictures: Int64($0))) }
        #expect(counted == [3])
        #expect(!cap(.pictures(0)).warns(nil, after: Spending(micros: 0, pictures: 0)))
    }

    @Test("The caps of everything, of the backend, of the folder and of the user apply to a job")
    func scopes() {
        let some = Caps(perDay: dollar, picturesPerMonth: 9)
        var rules = BudgetRules()
        rules.everything = Caps(perMonth: dollar)
        rules.backends = ["studio": some]
        rules.folders = ["inbox": some, "other": some]
        rules.perUser = Caps(picturesPerDay: 2)
        rules.unpriced = ["studio"]
        let scopes = rules.caps(for: job(submitter: 1000), on: "studio").map(\.scope)
        #expect(
            scopes == [
                .everything, .backend("studio"), .backend("studio"), .folder("inbox"), .folder("inbox"), .user(1000),
            ])
        #expect(
            rules.caps(for: job(), on: "stranger").map(\.scope) == [.everything, .folder("inbox"), .folder("inbox")])
        #expect(rules.standing.count == 7 && !rules.standing.contains { $0.scope == .user(1000) })
        #expect(Caps().isEmpty && !some.isEmpty)
    }

    @Test("An unpriced backend without a budget is capped at 100 pictures a day")
    func unpriced() {
        var rules = BudgetRules()
        rules.unpriced = ["studio"]
        let tacit = BudgetCap(scope: .backend("studio"), period: .day, limit: .pictures(100))
        #expect(rules.caps(for: job(), on: "studio") == [tacit] && rules.standing == [tacit])
        #expect(rules.caps(for: job(), on: "sketch").isEmpty)
        rules.everything = Caps(picturesPerDay: 500)
        #expect(rules.caps(for: job(), on: "studio").map(\.limit) == [.pictures(500)])
        #expect(rules.standing.map(\.limit) == [.pictures(500)])
    }

    private func cap(_ limit: BudgetCap.Limit) -> BudgetCap {
        BudgetCap(scope: .everything, period: .day, limit: limit)
    }

    private func job(submitter: UInt32? = nil) -> Job {
        Job(
            id: JobID(high: 1, low: 1), drop: DropID(high: 1, low: 1), line: 0, folder: "inbox",
            name: FileName("a.txt"), outbox: FolderPath("/out"), request: Request(source: .prompt("a")), created: 0,
            submitter: submitter)
    }
}
