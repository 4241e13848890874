import Foundation
import Testing

@testable import Domain

/// What `systemd-analyze calendar` says of an expression.
enum SystemdOracle {
    private static let program = "/usr/bin/systemd-analyze"

    /// Whether systemd's version is the one that the service follows. Later ones differ in details.
    static let isAvailable = (try? run(["--version"], zone: "UTC"))?.hasPrefix("systemd 252 ") == true

    /// Returns the normal form and the next moments in seconds.
    static func calendar(_ text: String, zone: String, base: Int, count: Int) throws -> (String, [Int]) {
        let output = try run(
            ["calendar", "--base-time=@\(base)", "--iterations=\(count)", "--", text], zone: zone)
        var (normal, moments) = (text, [Int]())
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingPrefix { $0 == " " } }
            guard parts.count == 2 else { continue }
            if parts[0] == "Normalized form" { normal = String(parts[1]) }
            guard parts[1].hasSuffix(" UTC"), parts[0] != "Original form", parts[0] != "Normalized form" else {
                continue
            }
            // `Sun 2026-03-29 01:15:00 UTC`
            let words = parts[1].split(separator: " ")
            guard words.count == 4 else { continue }
            moments.append(LocalDateTime(words[1...2].joined(separator: " ")).localSeconds)
        }
        return (normal, moments)
    }

    private static func run(_ arguments: [String], zone: String) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = ["TZ": zone, "LC_ALL": "C"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return text
    }
}

@Suite("Calendar expressions against systemd")
struct SystemdComparisonTests {
    private static let expressions = [
        "02:30", "*:15/30", "hourly", "daily", "00:30", "01:30", "23:59:59", "Mon..Fri 07:00", "Sun 02:30",
        "*-*~1 18:00",
        "Mon *-05~07/1", "*-02-29", "Fri *-*-13 13:13", "Sun *-10-25..31 02:30", "quarterly", "*:*:0/20",
        "8..17/4:0,30",
        "2027-*-1..7 02:00:59", "*-*-* 02:30 America/New_York", "daily UTC",
    ]

    @Test(
        "normal forms and the next moments around the changes of clocks are systemd's",
        .enabled(
            if: SystemdOracle.isAvailable && ZoneFixtures.file("Europe/Berlin") != nil, "no systemd 252 or zone files"),
        arguments: [
            ("Europe/Berlin", "2026-03-28 23:10"), ("Europe/Berlin", "2026-10-25 00:10"),
            ("Europe/Berlin", "2026-10-25 01:10"), ("Australia/Lord_Howe", "2026-04-04 14:40"),
            ("Australia/Lord_Howe", "2026-10-03 15:20"), ("Antarctica/Troll", "2026-03-28 23:00"),
            ("Africa/Cairo", "2026-10-29 20:40"), ("America/Sao_Paulo", "2018-11-03 20:00"),
            ("America/New_York", "2045-11-05 05:10"),
        ])
    func next(_ name: String, _ base: String) throws {
        let names = [name, "America/New_York"]
        let files = try names.map { try TimeZoneRules(file: try #require(ZoneFixtures.file($0))) }
        let zones = TimeZones(local: files[0], named: Dictionary(zip(names, files)) { $1 })
        for text in Self.expressions {
            let (normal, moments) = try SystemdOracle.calendar(
                text, zone: name, base: UTCMillis(base).seconds, count: 6)
            let expression = try CalendarExpression(text: text)
            #expect(expression.description == normal)
            var (found, moment) = ([Int](), UTCMillis(base))
            while found.count < 6, let next = try expression.next(after: moment, zones: zones) {
                found.append(next.seconds)
                moment = next
            }
            #expect(found == moments, "\(text) in \(name) after \(base)")
        }
    }
}
