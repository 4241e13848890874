import Testing

@testable import Domain

@Suite("Planned times")
struct PlannedTimeTests {
    @Test(
        "a time given once, relative to Saturday, the 28th of November 2026, 20:45:24 UTC",
        arguments: [
            ("07:00", "2026-11-29 06:00:00"), ("21:45", "2026-11-29 20:45:00"), ("21:46", "2026-11-28 20:46:00"),
            ("9:05:30", "2026-11-29 08:05:30"), ("21:45:24", "2026-11-29 20:45:24"),
            ("today 23:00", "2026-11-28 22:00:00"), ("Tomorrow 07:00", "2026-11-29 06:00:00"),
            ("2026-12-24 18:00", "2026-12-24 17:00:00"), ("2026-12-24T18:00:01", "2026-12-24 17:00:01"),
            ("2027-03-28 02:30", "2027-03-28 01:00:00"), ("2027-10-31 02:30", "2027-10-31 00:30:00"),
            ("+2h", "2026-11-28 22:45:24"), (" +90s ", "2026-11-28 20:46:54"), ("+0s", "2026-11-28 20:45:24"),
            ("07:00 America/New_York", "2026-11-29 12:00:00"), ("tomorrow 07:00 Asia/Seoul", "2026-11-29 22:00:00"),
            ("2026-12-24 18:00 UTC", "2026-12-24 18:00:00"),
        ])
    func once(_ text: String, _ expected: String) throws {
        let zones = try ZoneFixtures.zones(local: "Europe/Berlin")
        let moment = try PlannedTime(text: text).moment(now: UTCMillis("2026-11-28 20:45:24"), zones: zones)
        #expect(moment.utcText == expected)
    }

    @Test(
        "the next time the clock shows it: not in a gap, and in each repeated hour",
        arguments: [
            ("02:30", "2027-03-27 22:00", "2027-03-29 00:30:00"), ("02:30", "2026-10-25 00:10", "2026-10-25 00:30:00"),
            ("02:30", "2026-10-25 00:40", "2026-10-25 01:30:00"), ("02:30", "2026-10-25 01:40", "2026-10-26 01:30:00"),
            ("today 02:30", "2026-10-25 00:40", "2026-10-25 01:30:00"),
        ])
    func clock(_ text: String, _ now: String, _ expected: String) throws {
        let zones = try ZoneFixtures.zones(local: "Europe/Berlin")
        #expect(try PlannedTime(text: text).moment(now: UTCMillis(now), zones: zones).utcText == expected)
    }

    @Test(
        "a mistake is reported with its place",
        arguments: [
            ("", .empty, 0), ("25:00", .time("25:00"), 0), ("7", .day("7"), 0), ("7:0", .time("7:0"), 0),
            ("tomorrow", .missingTime, 8), ("2026-12-24", .missingTime, 10),
            ("2026-02-30 10:00", .day("2026-02-30"), 0),
            ("yesterday 10:00", .day("yesterday"), 0), ("tomorrow 24:00", .time("24:00"), 9), ("+2", .delay("+2"), 0),
            ("+2h 10:00", .unexpected("10:00"), 4), ("07:00 ../x", .zone("../x"), 6),
            ("07:00 UTC x", .unexpected("x"), 10), ("2026-12-24T25:00", .time("25:00"), 11),
        ] as [(String, PlannedTimeProblem.Kind, Int)])
    func mistakes(_ text: String, _ kind: PlannedTimeProblem.Kind, _ offset: Int) {
        #expect(throws: PlannedTimeProblem(kind: kind, offset: offset)) { try PlannedTime(text: text) }
    }

    @Test("a moment before now, or in an unknown zone, is an error") func past() throws {
        let (now, zones) = (UTCMillis("2026-11-28 20:45:24"), TimeZones(local: .utc))
        for text in ["2026-11-28 20:45:24", "today 20:45", "2020-01-01 00:00"] {
            let time = try PlannedTime(text: text)
            #expect(throws: PlannedTimeProblem.self) { try time.moment(now: now, zones: zones) }
        }
        let elsewhere = try PlannedTime(text: " 07:00 X/Y")
        #expect(throws: PlannedTimeProblem(kind: .unknownZone("X/Y"), offset: 1)) {
            try elsewhere.moment(now: now, zones: zones)
        }
        for now in [UTCMillis(.min), UTCMillis(.max)] {
            _ = try? PlannedTime(text: "07:00").moment(now: now, zones: zones)
        }
    }

    @Test(
        "an interval and a time make a calendar expression",
        arguments: [
            ("07:00", "day", "*-*-* 07:00:00"), ("7:00:30", "weekday", "Mon..Fri *-*-* 07:00:30"),
            ("07:00", "Weekend", "Sat,Sun *-*-* 07:00:00"), ("07:00", "week", "Mon *-*-* 07:00:00"),
            ("07:00", "month", "*-*-01 07:00:00"), ("07:00", "year", "*-01-01 07:00:00"),
            (":15", "hour", "*-*-* *:15:00"),
            (nil, "hour", "*-*-* *:00:00"), (nil, "day", "*-*-* 00:00:00"),
            ("07:00", "mon,thu", "Mon,Thu *-*-* 07:00:00"),
            ("07:00", "mon, thu", nil), (nil, "Mon..Fri 08:00", "Mon..Fri *-*-* 08:00:00"),
            ("07:00", "*-*-15", "*-*-15 07:00:00"), ("07:00", "*-*~1", "*-*~01 07:00:00"),
            ("07:00", "daily", "*-*-* 07:00:00"), ("07:00", "quarterly", "*-01,04,07,10-01 07:00:00"),
            ("07:00 Europe/Berlin", "day", "*-*-* 07:00:00 Europe/Berlin"),
            ("07:00", "Mon Asia/Seoul", "Mon *-*-* 07:00:00 Asia/Seoul"), (nil, "*:0/15", "*-*-* *:00/15:00"),
            (":05:30 UTC", "hour", "*-*-* *:05:30 UTC"), ("00:00", "Sun", "Sun *-*-* 00:00:00"),
        ] as [(String?, String, String?)])
    func repeated(_ time: String?, _ interval: String, _ expected: String?) {
        let expression = try? CalendarExpression(at: time, every: interval)
        #expect(expression?.description == expected)
    }

    @Test(
        "a mistake is reported with its argument and place",
        arguments: [
            ("7", "day", .at(.init(kind: .time("7"), offset: 0))), ("", "day", .at(.init(kind: .empty, offset: 0))),
            ("07:00", "hour", .at(.init(kind: .hourOfHourly("07:00"), offset: 0))),
            ("07:00 x y", "day", .at(.init(kind: .unexpected("y"), offset: 8))),
            ("07:00", "", .every(.init(kind: .empty, offset: 0))),
            ("07:00", "day 10:00", .every(.init(kind: .unexpected("10:00"), offset: 4))),
            ("07:00", "Mon 10:00", .every(.init(kind: .givenTwice, offset: 4))),
            ("07:00", "hourly", .every(.init(kind: .givenTwice, offset: 0))),
            ("07:00 UTC", "Mon Asia/Seoul", .every(.init(kind: .givenTwice, offset: 4))),
            ("07:00", "fortnight", .every(.init(kind: .expression(.unknownWord("fortnight")), offset: 0))),
            (nil, "mon,tues", .every(.init(kind: .expression(.unknownWord("tues")), offset: 4))),
        ] as [(String?, String, PlannedEveryProblem)])
    func repeatedMistakes(_ time: String?, _ interval: String, _ problem: PlannedEveryProblem) {
        #expect(throws: problem) { try CalendarExpression(at: time, every: interval) }
    }
}
