import Foundation

@testable import Domain

/// Zones by the rule of their files' last line, so that tests need no zone files. They are right from 2024 on.
enum ZoneFixtures {
    static let rules: [String: String] = [
        "UTC": "UTC0", "Europe/Berlin": "CET-1CEST,M3.5.0,M10.5.0/3", "America/New_York": "EST5EDT,M3.2.0,M11.1.0",
        "Australia/Lord_Howe": "<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", "America/St_Johns": "NST3:30NDT,M3.2.0,M11.1.0",
        "Antarctica/Troll": "<+00>0<+02>-2,M3.5.0/1,M10.5.0/3", "Europe/Dublin": "IST-1GMT0,M10.5.0,M3.5.0/1",
        "Africa/Cairo": "EET-2EEST,M4.5.5/0,M10.5.4/24", "America/Nuuk": "<-02>2<-01>,M3.5.0/-1,M10.5.0/0",
        "Asia/Seoul": "KST-9", "Asia/Kathmandu": "<+0545>-5:45",
    ]

    static func zone(_ name: String) throws -> TimeZoneRules {
        TimeZoneRules(rule: try PosixZoneRule(text: rules[name] ?? name))
    }

    static func zones(local: String) throws -> TimeZones {
        TimeZones(
            local: try zone(local), named: try rules.mapValues { TimeZoneRules(rule: try PosixZoneRule(text: $0)) })
    }

    /// The installed file of a zone; `nil` if there is none.
    static func file(_ name: String) -> [UInt8]? {
        FileManager.default.contents(atPath: "/usr/share/zoneinfo/" + name).map(Array.init)
    }
}

extension LocalDateTime {
    /// Reads `2026-03-09 14:05:09` or `2026-03-09 14:05`.
    init(_ text: String) {
        let parts = text.split { "- :".contains($0) }.compactMap { Int($0) }
        self.init(parts[0], parts[1], parts[2], parts[3], parts[4], parts.count > 5 ? parts[5] : 0)
    }
}

extension UTCMillis {
    /// Reads the same in UTC.
    init(_ text: String) { self.init(seconds: LocalDateTime(text).localSeconds) }

    var utcText: String { TimeZoneRules.utc.local(at: self).description }
}

/// The bytes of a zone file.
struct ZoneFileBytes {
    var version = UInt8(ascii: "2")
    var times: [Int64] = []
    var indexes: [UInt8] = []
    var offsets: [Int32] = [0]
    var leapSeconds: [Int64] = []
    var footer = "\nUTC0\n"

    var bytes: [UInt8] {
        guard version != 0 else { return block(timeSize: 4, isEmpty: false) }
        return block(timeSize: 4, isEmpty: true) + block(timeSize: 8, isEmpty: false) + Array(footer.utf8)
    }

    private func block(timeSize: Int, isEmpty: Bool) -> [UInt8] {
        let (times, leaps) = isEmpty ? ([], []) : (self.times, leapSeconds)
        let offsets = isEmpty ? [0] : self.offsets
        let counts = [0, 0, leaps.count, times.count, offsets.count, 4]
        var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
        for count in counts { bytes += Self.bigEndian(Int64(count), 4) }
        for time in times { bytes += Self.bigEndian(time, timeSize) }
        bytes += isEmpty ? [] : indexes
        for offset in offsets { bytes += Self.bigEndian(Int64(offset), 4) + [0, 0] }
        bytes += Array("ABC\0".utf8)
        for leap in leaps { bytes += Self.bigEndian(leap, timeSize) + [0, 0, 0, 1] }
        return bytes
    }

    private static func bigEndian(_ number: Int64, _ size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> Int64($0 * 8)) }
    }
}
