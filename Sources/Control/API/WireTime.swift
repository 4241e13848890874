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

    package var text: String { utc.rfc3339 }

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
