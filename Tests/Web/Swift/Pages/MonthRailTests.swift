import ControlAPI
import Testing

@testable import Web

@Suite("Month rail")
struct MonthRailTests {
    private func month(_ month: String, _ artworks: Int, isComplete: Bool = true) -> MonthEntry {
        MonthEntry(month: month, artworks: artworks, isComplete: isComplete)
    }

    @Test("Each of the newest months has its link") func months() {
        let links = MonthRail.links([month("2026-02", 3), month("2025-11", 10_000, isComplete: false)])
        #expect(
            links == [
                .init(label: "2026-02", artworks: 3, isComplete: true),
                .init(label: "2025-11", artworks: 10_000, isComplete: false),
            ])
        #expect(MonthRail.links([]).isEmpty)
    }

    @Test("Earlier months share the links of their whole years") func years() {
        let recent = (1...24).map { month("\($0 < 24 ? 2026 : 2023)-\($0)", 1) }
        let links = MonthRail.links(
            recent + [month("2023-09", 2), month("2023-02", 5), month("2019-07", 10_000, isComplete: false)])
        #expect(links.count == 26)
        #expect(
            links.suffix(2) == [
                .init(label: "2023", artworks: 8, isComplete: true),
                .init(label: "2019", artworks: 10_000, isComplete: false),
            ])
    }
}
