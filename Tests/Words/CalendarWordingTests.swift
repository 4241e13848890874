import Domain
import Testing
import Words

@Suite("The calendar's entries")
struct CalendarWordingTests {
    private let day = LocalDay(year: 2026, month: 11, day: 29)

    private func event(_ count: Int, _ names: [String], isComplete: Bool = true, _ language: Language = .english)
        -> CalendarEvent?
    {
        let made = CalendarDay(
            day: day, count: ArtworkCount(artworks: count, isComplete: isComplete), names: names, newest: 7)
        return Wording(language).calendar([made], [], since: 5, of: "s1") { "https://a/" + $0.text }.events.first
    }

    @Test("a day tells how many artworks were made, and the names that may be told")
    func days() {
        let many = event(12, ["sea", "lake"])
        #expect(many?.summary == "12 artworks" && many?.description == ["sea", "lake", "and 10 more"])
        #expect(many?.id == "2026-11-29-s1@textifyd" && many?.time == .day(day) && many?.stamp == 7)
        #expect(many?.url == "https://a/2026-11-29")
        let one = event(1, ["sea"])
        #expect(one?.summary == "1 artwork" && one?.description == ["sea"])
        let hidden = event(3, [])
        #expect(hidden?.summary == "3 artworks" && hidden?.description == [])
        #expect(event(10_000, [], isComplete: false)?.summary == "more than 10,000 artworks")
        #expect(event(12, ["바다"], .korean)?.summary == "작품 12개")
        #expect(event(1, [String(repeating: "x", count: 500)])?.description.first?.count == 120)
    }

    @Test("a plan has an entry at each moment, without a title if that must not be told")
    func planned() {
        let planned = [
            PlannedMoment(id: "p1", title: "sea", moment: 1000), PlannedMoment(id: "p1", title: nil, moment: 2000),
        ]
        let events = Wording(.english).calendar([], planned, since: 5, of: "s1") { _ in nil }.events
        #expect(events.map(\.summary) == ["Planned: sea", "Planned work"])
        #expect(events.map(\.id) == ["p1-1000-s1@textifyd", "p1-2000-s1@textifyd"])
        #expect(events.map(\.time) == [.moment(1000), .moment(2000)] && events.allSatisfy { $0.stamp == 5 })
    }
}
