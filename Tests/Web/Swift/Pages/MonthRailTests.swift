import Testing

@testable import Web

@Suite("The months of a library")
struct MonthRailTests {
    @Test("The newest comes first, over the turn of a year")
    func months() {
        #expect(MonthRail.labels(from: "2025-11", to: "2026-02") == ["2026-02", "2026-01", "2025-12", "2025-11"])
        #expect(MonthRail.labels(from: "2026-02", to: "2026-02") == ["2026-02"])
    }

    @Test("Older months are years")
    func years() {
        let labels = MonthRail.labels(from: "2019-05", to: "2026-02")
        #expect(labels.prefix(24).last == "2024-03")
        #expect(Array(labels.dropFirst(24)) == ["2024", "2023", "2022", "2021", "2020", "2019"])
    }

    @Test(
        "Anything else has none",
        arguments: [("2026-02", "2026-01"), ("", "2026-01"), ("2026-13", "2027-01"), ("x", "y")])
    func none(first: String, last: String) {
        #expect(MonthRail.labels(from: first, to: last).isEmpty)
    }
}
