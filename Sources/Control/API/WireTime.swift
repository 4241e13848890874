package import Domain

/// A moment in RFC 3339 format, UTC with milliseconds: `2026-07-01T02:10:00.123Z`.
package struct WireTime: TextCodable, Hashable, Comparable, Sendable {
    package let utc: UTCMillis

    /// Values outside the years 0000 to 9999 are clamped, because they can't be written.
    package init(_ utc: UTCMillis) {
        self.utc = min(max(utc, Self.earliest), Self.latest)
    }

    /// Parses RFC 3339 in UTC (`Z`), with or without a fraction; digits beyond milliseconds are dropped.
    package init?(text: String) {
        // A leap second, which the service never writes.
        guard !text.utf8.dropFirst(17).starts(with: "60".utf8), let utc = UTCMillis(text: text) else { return nil }
        self.utc = utc
    }

    package var text: String {
        let milliseconds = utc.milliseconds
        let ofDay = ((milliseconds % Self.day) + Self.day) % Self.day
        let time = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60].map { $0.digits(2) }
        return LocalDay(dayNumber: Int((milliseconds - ofDay) / Self.day)).text + "T" + time.joined(separator: ":")
            + "."
            + (ofDay % 1000).digits(3) + "Z"
    }

    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.utc < rhs.utc
    }
}

extension WireTime {
    /// The milliseconds of a day.
    private static var day: Int64 { 86_400_000 }
    private static var earliest: UTCMillis { start(ofYear: 0) }
    private static var latest: UTCMillis { start(ofYear: 10_000) - 1 }

    private static func start(ofYear year: Int) -> UTCMillis {
        UTCMillis(Int64(LocalDay(year: year, month: 1, day: 1).dayNumber) * day)
    }
}
