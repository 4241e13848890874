import Testing

@testable import Domain

@Suite("Time zones")
struct TimeZoneRulesTests {
    @Test(
        "a calendar day has its number and its weekday",
        arguments: [
            (1970, 1, 1, 0, .thursday), (1969, 12, 31, -1, .wednesday), (2000, 2, 29, 11_016, .tuesday),
            (2026, 11, 28, 20_785, .saturday), (1900, 3, 1, -25_508, .thursday), (1, 1, 1, -719_162, .monday),
            (-1, 12, 31, -719_529, .friday), (2100, 3, 1, 47_541, .monday),
        ] as [(Int, Int, Int, Int, Weekday)])
    func days(_ year: Int, _ month: Int, _ day: Int, _ number: Int, _ weekday: Weekday) {
        let date = LocalDay(year: year, month: month, day: day)
        #expect(date.dayNumber == number && LocalDay(dayNumber: number) == date && date.weekday == weekday)
    }

    @Test("numbers and days correspond over all leap rules, and absurd ones don't trap") func allDays() {
        var day = LocalDay(year: 1599, month: 12, day: 31)
        for number in day.dayNumber...(day.dayNumber + 150_000) {
            #expect(day.dayNumber == number && LocalDay(dayNumber: number) == day)
            day = day.next
        }
        for extreme in [Int.min, .max] {
            _ = LocalDay(year: extreme, month: extreme, day: extreme).dayNumber
            _ = LocalDay(dayNumber: extreme)
            let local = LocalDateTime(day: day, hour: extreme, minute: extreme, second: extreme)
            _ = TimeZoneRules.utc.moments(of: local)
        }
    }

    @Test(
        "the fields of a moment, before 1970 too",
        arguments: [
            (0, "UTC", "1970-01-01 00:00:00"), (-1, "UTC", "1969-12-31 23:59:59"), (999, "UTC", "1970-01-01 00:00:00"),
            (-1, "Asia/Kathmandu", "1970-01-01 05:44:59"), (951_782_400_000, "America/New_York", "2000-02-28 19:00:00"),
            (-62_198_755_200_000, "UTC", "-0001-01-01 00:00:00"),
        ])
    func fields(_ milliseconds: Int64, _ zone: String, _ text: String) throws {
        #expect(try ZoneFixtures.zone(zone).local(at: UTCMillis(milliseconds)).description == text)
    }

    @Test(
        "a local time occurs once, twice or not at all",
        arguments: [
            ("Europe/Berlin", "2026-06-01 12:00", ["2026-06-01 10:00:00"]),
            ("Europe/Berlin", "2026-10-25 01:59:59", ["2026-10-24 23:59:59"]),
            ("Europe/Berlin", "2026-10-25 02:00", ["2026-10-25 00:00:00", "2026-10-25 01:00:00"]),
            ("Europe/Berlin", "2026-10-25 02:59:59", ["2026-10-25 00:59:59", "2026-10-25 01:59:59"]),
            ("Europe/Berlin", "2026-10-25 03:00", ["2026-10-25 02:00:00"]),
            ("America/New_York", "2026-11-01 01:30", ["2026-11-01 05:30:00", "2026-11-01 06:30:00"]),
            ("Australia/Lord_Howe", "2026-04-05 01:45", ["2026-04-04 14:45:00", "2026-04-04 15:15:00"]),
            ("Europe/Dublin", "2026-10-25 01:30", ["2026-10-25 00:30:00", "2026-10-25 01:30:00"]),
            ("Antarctica/Troll", "2026-10-25 01:30", ["2026-10-24 23:30:00", "2026-10-25 01:30:00"]),
            ("Africa/Cairo", "2026-10-29 23:30", ["2026-10-29 20:30:00", "2026-10-29 21:30:00"]),
            ("Asia/Kathmandu", "2026-01-01 00:00", ["2025-12-31 18:15:00"]),
        ])
    func moments(_ zone: String, _ local: String, _ expected: [String]) throws {
        let moments = try ZoneFixtures.zone(zone).moments(of: LocalDateTime(local))
        let texts: [String] =
            switch moments {
            case .one(let moment): [moment.utcText]
            case .two(let earlier, let later): [earlier.utcText, later.utcText]
            case .none: []
            }
        #expect(texts == expected)
        #expect(moments.first.utcText == expected.first)
    }

    @Test(
        "a time that the clock skips leads to the gap's end",
        arguments: [
            ("Europe/Berlin", "2026-03-29 02:00", "2026-03-29 01:00:00"),
            ("Europe/Berlin", "2026-03-29 02:59:59", "2026-03-29 01:00:00"),
            ("Australia/Lord_Howe", "2026-10-04 02:15", "2026-10-03 15:30:00"),
            ("Antarctica/Troll", "2026-03-29 02:59", "2026-03-29 01:00:00"),
            ("Africa/Cairo", "2026-04-24 00:30", "2026-04-23 22:00:00"),
            ("America/Nuuk", "2026-03-28 23:30", "2026-03-29 01:00:00"),
        ])
    func gaps(_ zone: String, _ local: String, _ end: String) throws {
        #expect(try ZoneFixtures.zone(zone).moments(of: LocalDateTime(local)) == .none(gapEnd: UTCMillis(end)))
    }

    @Test("a skipped day is one gap") func skippedDay() throws {
        let zone = TimeZoneRules(
            firstOffset: -36_000, changes: [ZoneChange(second: 1_325_239_200, offset: 50_400)], rule: nil)
        for time in ["2011-12-30 00:00", "2011-12-30 12:00", "2011-12-30 23:59:59"] {
            #expect(zone.moments(of: LocalDateTime(time)) == .none(gapEnd: UTCMillis("2011-12-30 10:00")))
        }
        #expect(zone.moments(of: LocalDateTime("2011-12-31 00:00")) == .one(UTCMillis("2011-12-30 10:00")))
    }

    @Test("zones are found by name; no name leads out of their folder") func names() throws {
        let zones = TimeZones(local: try ZoneFixtures.zone("Asia/Seoul"), named: ["X": .utc])
        #expect(try zones.rules(of: nil) == zones.local && zones.rules(of: "X") == .utc)
        #expect(try TimeZones(local: zones.local).rules(of: "UTC") == .utc)
        #expect(throws: UnknownZone(name: "Y")) { try zones.rules(of: "Y") }
        for name in ["Europe/Berlin", "UTC", "Etc/GMT+3", "America/Port-au-Prince", "America/St_Johns"] {
            #expect(TimeZones.name(name) == name)
        }
        for name in ["", "/etc", "a/", "a//b", "../a", "a/../b", "a b", "é", "3a", "-a", "a\0"] {
            #expect(TimeZones.name(name) == nil, "\(name)")
        }
    }
}

@Suite("Rules of POSIX zones")
struct PosixZoneRuleTests {
    @Test(
        "the rule's changes of a year",
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 2026, ["2026-03-29 01:00:00 7200", "2026-10-25 01:00:00 3600"]),
            ("EST5EDT", 2026, ["2026-03-08 07:00:00 -14400", "2026-11-01 06:00:00 -18000"]),
            (
                "EST+5EDT+4,M3.2.0/2:00:00,M11.1.0/+2", 2026,
                ["2026-03-08 07:00:00 -14400", "2026-11-01 06:00:00 -18000"]
            ),
            ("AEST-10AEDT,M10.1.0,M4.1.0/3", 2026, ["2026-04-04 16:00:00 36000", "2026-10-03 16:00:00 39600"]),
            ("IST-1GMT0,M10.5.0,M3.5.0/1", 2026, ["2026-03-29 01:00:00 3600", "2026-10-25 01:00:00 0"]),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 2026, ["2026-03-29 01:00:00 -3600", "2026-10-25 01:00:00 -7200"]),
            ("EET-2EEST,M4.5.5/0,M10.5.4/24", 2026, ["2026-04-23 22:00:00 10800", "2026-10-29 21:00:00 7200"]),
            ("<+0330>-3:30<+0430>,J80/0,J264/0", 2024, ["2024-03-20 20:30:00 16200", "2024-09-20 19:30:00 12600"]),
            ("<+0330>-3:30<+0430>,79/0,263/0", 2024, ["2024-03-19 20:30:00 16200", "2024-09-19 19:30:00 12600"]),
            ("ABC0DEF,J60,J300", 2023, ["2023-03-01 02:00:00 3600", "2023-10-27 01:00:00 0"]),
            ("ABC0DEF,59,300", 2024, ["2024-02-29 02:00:00 3600", "2024-10-27 01:00:00 0"]),
            ("ABC0DEF,M2.1.0/167,M11.1.0/-167", 2026, ["2026-02-07 23:00:00 3600", "2026-10-25 00:00:00 0"]),
            ("KST-9", 2026, []), ("<+05>-5:00:01", 2026, []),
            // Daylight saving time all year long.
            ("EST5EDT,0/0,J365/25", 2026, []), ("XXX-2<+01>-1,0/0,J365/23", 2026, []),
            // Both changes at once.
            ("ABC0DEF0,J60,J60", 2026, []),
        ])
    func changes(_ text: String, _ year: Int, _ expected: [String]) throws {
        let zone = TimeZoneRules(rule: try PosixZoneRule(text: text))
        let end = UTCMillis(seconds: LocalDay(year: year + 1, month: 1, day: 1).dayNumber * 86_400)
        var found: [String] = []
        var moment = UTCMillis(seconds: LocalDay(year: year, month: 1, day: 1).dayNumber * 86_400)
        while let change = zone.change(after: moment), change.moment < end {
            #expect(
                zone.offset(at: change.moment) == change.offset && zone.offset(at: change.moment - 1) != change.offset)
            found.append("\(change.moment.utcText) \(change.offset)")
            moment = change.moment
        }
        #expect(found == expected)
    }

    @Test("daylight saving time can last all year") func allYear() throws {
        let zone = TimeZoneRules(rule: try PosixZoneRule(text: "EST5EDT,0/0,J365/25"))
        for second in stride(from: 1_700_000_000, to: 1_800_000_000, by: 86_399) {
            #expect(zone.offset(atSecond: second) == -14_400)
        }
    }

    @Test(
        "a mistake is reported with its place",
        arguments: [
            ("", .abbreviation, 0), ("CE-1", .abbreviation, 0), ("<C-1", .abbreviation, 0),
            ("<+3>-3", .abbreviation, 0),
            ("CET", .number, 3), ("CET-", .number, 4), ("CET25", .outOfRange(25, 0...24), 3),
            ("CET1:60", .outOfRange(60, 0...59), 5), ("CET-1:", .number, 6), ("CET-1CE", .abbreviation, 5),
            ("CET-1CEST,", .number, 10), ("CET-1CEST,M3.5.0", .incompleteRule, 16),
            ("CET-1CEST,M13.5.0,M10.5.0", .outOfRange(13, 1...12), 11),
            ("CET-1CEST,M3.6.0,M1.1.1", .outOfRange(6, 1...5), 13),
            ("CET-1CEST,M3.5.7,M1.1.1", .outOfRange(7, 0...6), 15), ("CET-1CEST,J0,J1", .outOfRange(0, 1...365), 11),
            ("CET-1CEST,366,J1", .outOfRange(366, 0...365), 10),
            ("CET-1CEST,M3.5.0/168,J1", .outOfRange(168, 0...167), 17),
            ("CET-1CEST,M3.5.0,M10.5.0x", .unexpected(0x78), 24), ("CET-1CEST;", .number, 9),
            ("CET-1CEST,M3-5", .unexpected(0x2D), 12),
            ("CET99999999999999999999", .outOfRange(9999, 0...24), 3), ("CET-1é", .abbreviation, 5),
        ] as [(String, PosixZoneProblem.Kind, Int)])
    func mistakes(_ text: String, _ kind: PosixZoneProblem.Kind, _ offset: Int) {
        #expect(throws: PosixZoneProblem(kind: kind, offset: offset)) { try PosixZoneRule(text: text) }
    }
}
