import Testing

@testable import Domain

@Suite("Plans: what is due")
struct PlanScheduleTests {
    private static let minute: Int64 = 60_000
    private static let hour = 60 * minute
    private static let day = 24 * hour
    private let zones = TimeZones(local: .utc)
    private let id = PlanID(high: 1, low: 2)

    /// `found`: when the next moment was found; long ago if that is left out.
    private func schedule(
        _ calendar: String?, due: String?, catchUp: PlanCatchUp = .once, found: String = "2020-01-01T00:00"
    ) throws -> PlanSchedule {
        PlanSchedule(
            id: id, calendar: try calendar.map { try CalendarExpression(text: $0) }, catchUp: catchUp,
            due: try due.map(utc), found: try utc(found))
    }

    private func utc(_ text: String) throws -> UTCMillis { try #require(UTCMillis(text: text + ":00Z")) }

    private func decision(_ schedule: PlanSchedule, at now: String) throws -> PlanSchedule.Decision {
        try schedule.corrected(now: utc(now), zones: zones).decision(now: utc(now), zones: zones)
    }

    @Test("before it is due it waits; at that moment it fires")
    func onTime() throws {
        let daily = try schedule("07:00", due: "2026-03-09T07:00")
        #expect(try decision(daily, at: "2026-03-09T06:59") == .wait(until: utc("2026-03-09T07:00")))
        #expect(try decision(daily, at: "2026-03-09T07:00") == .fire(utc("2026-03-09T07:00")))
        let once = try schedule(nil, due: "2026-03-09T07:00")
        #expect(try decision(once, at: "2026-03-09T06:59") == .wait(until: utc("2026-03-09T07:00")))
        #expect(try decision(once, at: "2026-03-09T07:00") == .fire(utc("2026-03-09T07:00")))
        #expect(try once.next(after: utc("2026-03-09T07:00"), zones: zones) == nil)
    }

    @Test("of several missed moments only the latest is made up for, within a day")
    func missed() throws {
        let daily = try schedule("07:00", due: "2026-03-02T07:00")
        #expect(try decision(daily, at: "2026-03-09T12:00") == .fire(utc("2026-03-09T07:00")))
        #expect(try decision(daily, at: "2026-03-09T06:00") == .fire(utc("2026-03-08T07:00")))
        let weekly = try schedule("Mon 07:00", due: "2026-03-02T07:00")
        #expect(try decision(weekly, at: "2026-03-03T07:00") == .fire(utc("2026-03-02T07:00")))
        #expect(try decision(weekly, at: "2026-03-03T07:01") == .miss(utc("2026-03-02T07:00")))
        #expect(try decision(weekly, at: "2026-03-12T07:01") == .miss(utc("2026-03-09T07:00")))
        let hourly = try schedule("hourly", due: "2020-01-01T00:00")
        #expect(try decision(hourly, at: "2026-03-09T06:59") == .fire(utc("2026-03-09T06:00")))
    }

    @Test("with skip only what is noticed within minutes counts as on time")
    func skipped() throws {
        let daily = try schedule("07:00", due: "2026-03-09T07:00", catchUp: .skip)
        #expect(try decision(daily, at: "2026-03-09T07:05") == .fire(utc("2026-03-09T07:00")))
        #expect(try decision(daily, at: "2026-03-09T07:06") == .miss(utc("2026-03-09T07:00")))
        #expect(try decision(daily, at: "2026-03-19T07:06") == .miss(utc("2026-03-19T07:00")))
    }

    @Test("a clock that was set back brings the next moment back with it; a single one stays where it is")
    func setBack() throws {
        let daily = try schedule("07:00", due: "2031-03-09T07:00", found: "2031-03-08T07:00")
        #expect(try decision(daily, at: "2026-03-09T06:59") == .wait(until: utc("2026-03-09T07:00")))
        let corrected = try daily.corrected(now: utc("2026-03-09T06:59"), zones: zones)
        #expect(try decision(corrected, at: "2026-03-09T07:00") == .fire(utc("2026-03-09T07:00")))
        #expect(try decision(daily, at: "2031-03-08T07:00") == .wait(until: utc("2031-03-09T07:00")))
        let unknown = try schedule("07:00", due: nil)
        #expect(try decision(unknown, at: "2026-03-09T07:00") == .wait(until: utc("2026-03-10T07:00")))
        let once = try schedule(nil, due: "2031-03-09T07:00")
        #expect(try decision(once, at: "2026-03-09T06:59") == .wait(until: utc("2031-03-09T07:00")))
    }

    @Test("a time that the clock skips is left out, and one that it shows twice counts once")
    func daylightSaving() throws {
        let rule = try PosixZoneRule(text: "CET-1CEST,M3.5.0,M10.5.0/3")
        let berlin = TimeZones(local: TimeZoneRules(rule: rule))
        let night = try schedule("02:30", due: "2026-03-28T01:30")
        #expect(try night.next(after: utc("2026-03-28T01:30"), zones: berlin) == utc("2026-03-30T00:30"))
        #expect(try night.next(after: utc("2026-10-24T00:30"), zones: berlin) == utc("2026-10-25T00:30"))
        #expect(try night.next(after: utc("2026-10-25T00:30"), zones: berlin) == utc("2026-10-26T01:30"))
        // Settled at its first occurrence, it isn't due again an hour later.
        let settled = try schedule("02:30", due: "2026-10-26T01:30", found: "2026-10-25T00:30")
        let again = try settled.corrected(now: utc("2026-10-25T01:10"), zones: berlin)
        #expect(again == settled)
        #expect(try again.decision(now: utc("2026-10-25T01:30"), zones: berlin) == .wait(until: settled.due))
    }

    @Test("a zone that isn't known is an error")
    func unknownZone() throws {
        let plan = try schedule("07:00 Mars/Base", due: "2026-03-09T07:00")
        #expect(throws: UnknownZone(name: "Mars/Base")) { try decision(plan, at: "2026-03-09T07:00") }
        #expect([plan].occurrences(in: 0..<1, limit: 9, zones: zones).isEmpty)
    }

    @Test("occurrences are in the order of time, within the range and the limit")
    func occurrences() throws {
        let other = PlanID(high: 2, low: 2)
        let daily = try schedule("07:00", due: nil)
        let once = PlanSchedule(id: other, calendar: nil, due: try utc("2026-03-10T06:00"), found: 0)
        let range = try utc("2026-03-09T07:00")..<utc("2026-03-11T07:00")
        let all = [once, daily].occurrences(in: range, limit: 9, zones: zones)
        #expect(
            try all == [
                PlanOccurrence(plan: id, due: utc("2026-03-09T07:00")),
                PlanOccurrence(plan: other, due: utc("2026-03-10T06:00")),
                PlanOccurrence(plan: id, due: utc("2026-03-10T07:00")),
            ])
        #expect([once, daily].occurrences(in: range, limit: 2, zones: zones) == Array(all.prefix(2)))
    }
}

@Suite("Plans: their times")
struct PlanTimingTests {
    private let zones = TimeZones(local: .utc)
    /// 2026-03-09 06:59:00 UTC, a Monday.
    private let now = UTCMillis(1_773_039_540_000)

    private func planned(
        at: String? = nil, every: String? = nil
    ) throws(PlanTimesProblem) -> (timing: PlanTiming, due: UTCMillis) {
        try PlanTiming.planned(at: at, every: every, catchUp: .once, now: now, zones: zones)
    }

    @Test("a time alone is one moment; with an interval it returns")
    func times() throws {
        let once = try planned(at: "07:00")
        #expect(once.due == now + 60_000 && once.timing.calendar == nil)
        #expect(try planned(at: "+2h").due == now + 7_200_000)
        let daily = try planned(at: "06:00", every: "day")
        #expect(daily.due == now + 60_000 + 23 * 3_600_000)
        #expect(daily.timing.calendar?.description == "*-*-* 06:00:00")
    }

    @Test("mistakes say where they are")
    func mistakes() throws {
        let wrong = PlannedTimeProblem(kind: .time("07:61"), offset: 9)
        #expect(throws: PlanTimesProblem.at("tomorrow 07:61", wrong)) { try planned(at: "tomorrow 07:61") }
        let unknown = PlannedTimeProblem(kind: .expression(.unknownWord("dayly")), offset: 0)
        #expect(throws: PlanTimesProblem.every("dayly", unknown)) { try planned(every: "dayly") }
        #expect(throws: PlanTimesProblem.missing) { try planned() }
        #expect(throws: PlanTimesProblem.tooOften(every: "*:*:0/20")) { try planned(every: "*:*:0/20") }
        #expect(throws: PlanTimesProblem.never(every: "2020-*-* 07:00")) { try planned(every: "2020-*-* 07:00") }
        let zone = PlannedTimeProblem(kind: .unknownZone("Mars/Base"), offset: 0)
        #expect(throws: PlanTimesProblem.at("07:00 Mars/Base", zone)) {
            try planned(at: "07:00 Mars/Base", every: "day")
        }
    }

    @Test("a change keeps what it doesn't name; a resumed plan leaves out what has passed")
    func edited() throws {
        let (timing, due) = try planned(at: "07:00", every: "day")
        let order = PlannedOrder(
            request: Request(source: .prompt("a cat")), folder: "inbox", outbox: FolderPath("/out"),
            name: FileName("cat.txt"), submitter: 1)
        let plan = Plan(id: PlanID(high: 1, low: 1), order: order, timing: timing, due: due, created: now)
        let later = try plan.edited(PlanEdit(at: "08:00"), now: now, zones: zones)
        #expect(later.timing.every == "day" && later.due == now + 61 * 60_000 && later.revision == 1)
        let once = try plan.edited(PlanEdit(every: "", catchUp: .skip), now: now, zones: zones)
        #expect(once.timing.calendar == nil && once.due == due && once.timing.catchUp == .skip)
        let paused = try plan.edited(PlanEdit(isPaused: true), now: now, zones: zones)
        #expect(paused.state == .paused && paused.due == due)
        let resumed = try paused.edited(PlanEdit(isPaused: false), now: due, zones: zones)
        #expect(resumed.state == .active && resumed.due == due + 86_400_000 && resumed.revision == 2)
        var past = once
        past.state = .paused
        #expect(throws: PlanTimesProblem.at("07:00", PlannedTimeProblem(kind: .past(due), offset: 0))) {
            try past.edited(PlanEdit(isPaused: false), now: due, zones: zones)
        }
    }
}
