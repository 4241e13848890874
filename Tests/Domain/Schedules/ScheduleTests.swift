import Testing

@testable import Domain

@Suite("Weekly windows")
struct ScheduleWindowTests {
    @Test(
        "a window is read, and printed in its shortest form",
        arguments: [
            ("Mon-Fri 22:00-06:00 Europe/Berlin", "Mon-Fri 22:00-06:00 Europe/Berlin"),
            ("Sat,Sun 00:00-24:00", "Sat,Sun 00:00-24:00"), ("23:30-07:00", "23:30-07:00"),
            ("Mon,Wed-Fri 09:00-17:00", "Mon,Wed-Fri 09:00-17:00"), ("Fri-Mon 1:00-2:00", "Fri-Mon 01:00-02:00"),
            ("sunday,MONDAY 9:00-0:00", "Sun,Mon 09:00-00:00"),
            ("  sat-sun\t9:05-10:00  Utc ", "Sat,Sun 09:05-10:00 UTC"),
            ("mon-sun 00:00-24:00", "00:00-24:00"), ("tue-tue 00:01-00:00", "Tue 00:01-00:00"),
            ("Tue-Mon 10:00-11:00", "10:00-11:00"), ("Mon,Mon,Wed 10:00-11:00", "Mon,Wed 10:00-11:00"),
            ("Sat-Tue,Thu 10:00-11:00", "Thu,Sat-Tue 10:00-11:00"),
        ])
    func canonical(_ text: String, _ canonical: String) throws {
        let window = try ScheduleWindow(text: text)
        #expect(window.description == canonical)
        #expect(try ScheduleWindow(text: canonical) == window)
    }

    @Test(
        "a mistake is reported with its place",
        arguments: [
            ("", .empty, 0), ("  ", .empty, 0), ("Mon", .times(""), 3), ("Mon Tue 10:00-11:00", .times("Tue"), 4),
            ("Mo 10:00-11:00", .unknownDay("Mo"), 0), ("Mon,Tues 10:00-11:00", .unknownDay("Tues"), 4),
            ("Mon, 10:00-11:00", .unknownDay(""), 4), ("Mon- 10:00-11:00", .unknownDay(""), 4),
            ("Mon-Tue-Wed 10:00-11:00", .unknownDay("Mon-Tue-Wed"), 0), ("월 10:00-11:00", .unknownDay("월"), 0),
            ("10:00", .times("10:00"), 0), ("10:00-11:00-12:00", .times("10:00-11:00-12:00"), 0),
            ("10:00-11", .time("11"), 6), ("10:0-11:00", .time("10:0"), 0), ("010:00-11:00", .time("010:00"), 0),
            ("10:00-+1:00", .time("+1:00"), 6), ("10:00-11:00:00", .time("11:00:00"), 6),
            ("Mon 10:00-25:00", .hour(25), 10), ("Mon 10:00-24:01", .hour(24), 10), ("10:60-11:00", .minute(60), 3),
            ("24:00-01:00", .startsAtDayEnd, 0), ("Mon 10:00-10:00", .equalTimes, 4), ("00:00-00:00", .equalTimes, 0),
            ("10:00-11:00 ../x", .zone("../x"), 12), ("10:00-11:00 UTC x", .unexpected("x"), 16),
        ] as [(String, ScheduleWindowProblem.Kind, Int)])
    func mistakes(_ text: String, _ kind: ScheduleWindowProblem.Kind, _ offset: Int) {
        #expect(throws: ScheduleWindowProblem(kind: kind, offset: offset)) { try ScheduleWindow(text: text) }
    }
}

@Suite("Schedules")
struct ScheduleTests {
    private static func schedule(_ texts: [String]) throws -> Schedule {
        Schedule(windows: try texts.map { try ScheduleWindow(text: $0) })
    }

    @Test(
        "the next changes, also when clocks change",
        arguments: [
            (
                ["22:00-06:00"], "Europe/Berlin", "2026-11-28 20:45", "closed",
                ["2026-11-28 21:00:00", "2026-11-29 05:00:00"]
            ),
            (["Fri 22:00-06:00"], "UTC", "2026-11-28 05:59", "open", ["2026-11-28 06:00:00", "2026-12-04 22:00:00"]),
            (
                ["Sat,Sun 00:00-24:00"], "UTC", "2026-11-29 23:59", "open",
                ["2026-11-30 00:00:00", "2026-12-05 00:00:00"]
            ),
            (["Sun 22:00-00:00"], "UTC", "2026-11-29 23:59", "open", ["2026-11-30 00:00:00", "2026-12-06 22:00:00"]),
            // A night of 7 hours, and one of 9.
            (
                ["22:00-06:00"], "Europe/Berlin", "2026-03-28 20:45", "closed",
                ["2026-03-28 21:00:00", "2026-03-29 04:00:00"]
            ),
            (
                ["22:00-06:00"], "Europe/Berlin", "2026-10-24 19:45", "closed",
                ["2026-10-24 20:00:00", "2026-10-25 05:00:00"]
            ),
            // A start or an end in a gap.
            (
                ["02:30-04:00"], "Europe/Berlin", "2026-03-29 00:30", "closed",
                ["2026-03-29 01:00:00", "2026-03-29 02:00:00"]
            ),
            (
                ["01:00-02:30"], "Europe/Berlin", "2026-03-29 00:30", "open",
                ["2026-03-29 01:00:00", "2026-03-29 23:00:00"]
            ),
            // A window inside a gap doesn't open that day.
            (
                ["02:15-02:45"], "Europe/Berlin", "2026-03-29 00:30", "closed",
                ["2026-03-30 00:15:00", "2026-03-30 00:45:00"]
            ),
            // One inside a repeated hour opens twice.
            (
                ["02:15-02:45"], "Europe/Berlin", "2026-10-25 00:00", "closed",
                ["2026-10-25 00:15:00", "2026-10-25 00:45:00", "2026-10-25 01:15:00", "2026-10-25 01:45:00"]
            ),
            // The clock is put back into a window, and out of one.
            (
                ["01:30-02:15"], "Europe/Berlin", "2026-10-25 00:00", "open",
                ["2026-10-25 00:15:00", "2026-10-25 01:00:00", "2026-10-25 01:15:00"]
            ),
            (
                ["02:45-03:15"], "Europe/Berlin", "2026-10-25 00:00", "closed",
                ["2026-10-25 00:45:00", "2026-10-25 01:00:00", "2026-10-25 01:45:00", "2026-10-25 02:15:00"]
            ),
            // Midnight is put back into the day before.
            (
                ["Fri 00:00-12:00"], "Africa/Cairo", "2026-10-29 20:59", "closed",
                ["2026-10-29 22:00:00", "2026-10-30 10:00:00"]
            ),
            // Touching and overlapping windows are one.
            (
                ["09:00-12:00", "12:00-17:00", "16:00-18:00"], "UTC", "2026-11-28 09:00", "open",
                ["2026-11-28 18:00:00", "2026-11-29 09:00:00"]
            ),
            // Two zones.
            (
                ["09:00-17:00", "09:00-17:00 America/New_York"], "Europe/Berlin", "2026-11-28 08:00", "open",
                ["2026-11-28 22:00:00", "2026-11-29 08:00:00"]
            ),
            ([], "UTC", "2026-11-28 08:00", "closed", []),
            (["00:00-24:00"], "Africa/Cairo", "2026-11-28 08:00", "open", []),
            (["Mon-Fri 00:00-24:00", "Fri-Sun 12:00-11:00", "11:00-12:00"], "UTC", "2026-11-28 08:00", "open", []),
            (["12:00-00:00", "00:00-12:00"], "Europe/Berlin", "2026-11-28 08:00", "open", []),
        ] as [([String], String, String, String, [String])])
    func changes(_ windows: [String], _ zone: String, _ from: String, _ state: String, _ expected: [String]) throws {
        let (schedule, zones) = (try Self.schedule(windows), try ZoneFixtures.zones(local: zone))
        var now = try schedule.state(at: UTCMillis(from), zones: zones)
        #expect(now.isOpen == (state == "open"))
        var found: [String] = []
        while found.count < max(expected.count, 1), let change = now.changes {
            found.append(change.utcText)
            // The moment before still has the old state, and knows of the change.
            #expect(try schedule.state(at: change - 1, zones: zones) == now)
            let next = try schedule.state(at: change, zones: zones)
            #expect(next.isOpen != now.isOpen)
            now = next
        }
        #expect(found == expected)
    }

    @Test("a gap between zones that comes only in some weeks is found") func rareGap() throws {
        let zones = try ZoneFixtures.zones(local: "Europe/Berlin")
        // 18:00 in New York is 24:00 in Berlin, except while only New York has daylight saving time.
        let schedule = try Self.schedule(["06:00-24:00", "19:00-01:00 America/New_York"])
        let state = try schedule.state(at: UTCMillis("2026-11-28 08:00"), zones: zones)
        #expect(state.isOpen && state.changes.map(\.utcText) == "2026-11-28 23:00:00")
        let wide = try Self.schedule(["06:00-24:00", "18:00-00:00 America/New_York"])
        let other = try wide.state(at: UTCMillis("2026-11-28 08:00"), zones: zones)
        #expect(other.isOpen && other.changes.map(\.utcText) == "2027-03-15 04:00:00")
    }

    @Test("a schedule names its zones, and an unknown one is an error") func zones() throws {
        let schedule = try Self.schedule(["09:00-17:00", "09:00-17:00 X/Y", "09:00-17:00 UTC"])
        #expect(schedule.zones == ["X/Y", "UTC"])
        #expect(throws: UnknownZone(name: "X/Y")) { try schedule.state(at: 0, zones: TimeZones(local: .utc)) }
    }

    @Test("the ends of time don't trap") func ends() throws {
        let schedule = try Self.schedule(["22:00-06:00", "12:00-13:00 UTC"])
        for moment in [UTCMillis(.min), UTCMillis(.max)] {
            _ = try schedule.state(at: moment, zones: try ZoneFixtures.zones(local: "Europe/Berlin"))
        }
    }

    @Test(
        "each minute is open if the local clock shows a time in a window, and changes are where it differs",
        arguments: ["Europe/Berlin", "Australia/Lord_Howe", "Antarctica/Troll", "Africa/Cairo", "America/Nuuk"])
    func definition(_ name: String) throws {
        let zone = try ZoneFixtures.zone(name)
        let windows = [
            "Mon-Fri 22:00-06:00", "Sun 01:45-02:15", "Fri,Sat 23:30-00:30", "Sun 00:00-24:00", "02:15-02:45",
        ]
        var around: [Int] = []
        var change = zone.change(after: UTCMillis("2026-01-01 00:00"))
        for _ in 0..<2 {
            around.append(change?.second ?? 0)
            change = change.flatMap { zone.change(after: $0.moment) }
        }
        for window in try windows.map({ try ScheduleWindow(text: $0) }) {
            let schedule = Schedule(windows: [window])
            for center in around {
                var expected: ScheduleState?
                for second in stride(from: center + 18_000, through: center - 18_000, by: -60) {
                    let moment = UTCMillis(seconds: second)
                    let state = try schedule.state(at: moment, zones: TimeZones(local: zone))
                    let isOpen = Self.isOpen(window, zone.local(at: moment))
                    #expect(state.isOpen == isOpen, "\(window) \(moment.utcText)")
                    if let later = expected {
                        let change = later.isOpen == isOpen ? later.changes : moment + 60_000
                        #expect(state.changes == change, "\(window) \(moment.utcText)")
                    }
                    expected = state
                }
            }
        }
    }

    /// The definition: the local time is inside the window of today or of yesterday.
    private static func isOpen(_ window: ScheduleWindow, _ local: LocalDateTime) -> Bool {
        [0, 1].contains { back in
            let day = LocalDay(dayNumber: local.day.dayNumber - back)
            let start = LocalDateTime(day: day).adding(seconds: window.start * 60)
            let end = LocalDateTime(day: day).adding(
                seconds: (window.end + (window.end < window.start ? 1440 : 0)) * 60)
            return window.days.contains(day.weekday) && start <= local && local < end
        }
    }
}
