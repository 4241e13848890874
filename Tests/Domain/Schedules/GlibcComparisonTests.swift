import Foundation
import Testing

@testable import Domain

/// The offsets and states that Python's `time.localtime`, which is glibc's, finds for a zone.
enum GlibcOracle {
    static let python = ["/usr/bin/python3", "/usr/local/bin/python3"].first(
        where: FileManager.default.isExecutableFile(atPath:))

    static func hasZone(_ name: String) -> Bool { python != nil && ZoneFixtures.file(name) != nil }

    /// Prints `start offset` for each range of equal offsets, from the fields of every second hour, and of each minute
    /// around a change.
    private static let offsets = """
        import sys, time

        def offset(moment):
            local = time.localtime(moment)
            assert time.gmtime(moment + local.tm_gmtoff)[:7] == local[:7]
            return local.tm_gmtoff

        start, end = int(sys.argv[1]), int(sys.argv[2])
        last = offset(start)
        print(start, last)
        for hour in range(start + 7200, end, 7200):
            if offset(hour) != last:
                for minute in range(hour - 7140, hour + 60, 60):
                    now = offset(minute)
                    if now != last: print(minute, now)
                    last = now
        """

    /// Prints `start open` for each range of equal states of a window, minute by minute, from nothing but local dates.
    private static let states = """
        import datetime, sys, time

        begin, end, days = int(sys.argv[1]), int(sys.argv[2]), [int(day) for day in sys.argv[3].split(",")]
        start, stop = int(sys.argv[4]), int(sys.argv[5])
        minutes = lambda count: datetime.timedelta(minutes=count)
        last = None
        for moment in range(begin, end, 60):
            local = datetime.datetime(*time.localtime(moment)[:5])
            now = 0
            for back in (0, 1440):
                day = local.replace(hour=0, minute=0) - minutes(back)
                finish = day + minutes(stop if stop > start else stop + 1440)
                if day.weekday() in days and day + minutes(start) <= local < finish: now = 1
            if now != last: print(moment, now)
            last = now
        """

    static func offsets(_ zone: String, _ start: Int, _ end: Int) throws -> [[Int]] {
        try lines(offsets, zone, ["\(start)", "\(end)"])
    }

    static func states(_ window: ScheduleWindow, _ zone: String, _ start: Int, _ end: Int) throws -> [[Int]] {
        let days = window.days.map { "\($0.rawValue)" }.joined(separator: ",")
        return try lines(states, zone, ["\(start)", "\(end)", days, "\(window.start)", "\(window.end)"])
    }

    private static func lines(_ script: String, _ zone: String, _ arguments: [String]) throws -> [[Int]] {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: try #require(python))
        process.arguments = ["-I", "-c", script] + arguments
        process.environment = ["TZ": ":" + zone]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        try #require(process.terminationStatus == 0)
        return text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) } }
    }
}

@Suite("Zones and windows against glibc")
struct GlibcComparisonTests {
    static let zones = [
        "Europe/Berlin", "America/New_York", "Asia/Seoul", "Australia/Lord_Howe", "Africa/Casablanca",
        "America/St_Johns", "Pacific/Apia", "Asia/Tehran", "Europe/Dublin", "America/Sao_Paulo", "Asia/Kathmandu",
        "Antarctica/Troll",
    ].filter(GlibcOracle.hasZone)

    @Test(
        "offsets from 2005 to 2050 are glibc's: at each change and the minute before, and between them",
        .enabled(if: !zones.isEmpty, "no python3 or no zone files"), arguments: zones)
    func offsets(_ name: String) throws {
        let zone = try TimeZoneRules(file: try #require(ZoneFixtures.file(name)))
        let (start, end) = (1_104_537_600, 2_524_608_000)
        let ranges = try GlibcOracle.offsets(name, start, end)
        var expected = [ZoneChange(second: ranges[0][0], offset: zone.offset(atSecond: start))]
        while let last = expected.last, let change = zone.change(afterSecond: last.second), change.second < end {
            expected.append(change)
        }
        #expect(ranges == expected.map { [$0.second, $0.offset] })
        for (range, next) in zip(ranges, ranges.dropFirst().map { $0[0] } + [end]) {
            for second in [range[0], (range[0] + next) / 2, next - 60] {
                #expect(zone.offset(atSecond: second) == range[1], "\(second)")
            }
        }
    }

    @Test(
        "windows around the changes of clocks are open as glibc's local time says",
        .enabled(if: !zones.isEmpty, "no python3 or no zone files"),
        arguments: [
            ("Europe/Berlin", "2026-03-28 12:00"), ("Europe/Berlin", "2026-10-24 12:00"),
            ("Australia/Lord_Howe", "2026-04-04 00:00"), ("Antarctica/Troll", "2026-03-28 12:00"),
            ("Africa/Casablanca", "2026-02-14 12:00"), ("America/Sao_Paulo", "2018-11-03 12:00"),
            ("Pacific/Apia", "2011-12-29 12:00"), ("Europe/Dublin", "2045-10-28 12:00"),
        ].filter { GlibcOracle.hasZone($0.0) })
    func windows(_ name: String, _ from: String) throws {
        let zones = TimeZones(local: try TimeZoneRules(file: try #require(ZoneFixtures.file(name))))
        let start = UTCMillis(from).seconds
        let end = start + 2 * 86_400
        for text in ["Mon-Sat 22:00-06:00", "02:15-02:45", "Sun 01:30-02:15", "Sat,Sun 00:00-24:00", "23:45-00:15"] {
            let schedule = Schedule(windows: [try ScheduleWindow(text: text)])
            let ranges = try GlibcOracle.states(schedule.windows[0], name, start, end)
            for (range, next) in zip(ranges, ranges.dropFirst().map { $0[0] } + [end]) {
                for second in [range[0], (range[0] + next) / 120 * 60, next - 60] {
                    let state = try schedule.state(at: UTCMillis(seconds: second), zones: zones)
                    #expect(state.isOpen == (range[1] == 1), "\(text) \(second)")
                    let change = try #require(state.changes).seconds
                    #expect(change == next || next == end && change >= end, "\(text) \(second)")
                }
            }
        }
    }
}
