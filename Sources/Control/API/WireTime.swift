package import Domain

/// A moment in RFC 3339 format, UTC with milliseconds: `2026-07-01T02:10:00.123Z`.
package struct WireTime: Hashable, Comparable, Sendable {
    package let utc: UTCMillis

    /// Values outside the years 0000 to 9999 are clamped, because they can't be written.
    package init(_ utc: UTCMillis) {
        self.utc = min(max(utc, Self.earliest), Self.latest)
    }

    /// Parses RFC 3339 in UTC (`Z`), with or without a fraction; digits beyond milliseconds are dropped.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes.last == UInt8(ascii: "Z"), Self.hasMarks(bytes) else { return nil }
        let places = [(0, 4), (5, 2), (8, 2), (11, 2), (14, 2), (17, 2)]
        let numbers = places.compactMap { Self.number(bytes[$0.0..<($0.0 + $0.1)]) }
        guard numbers.count == places.count, let fraction = Self.fraction(bytes[19..<(bytes.count - 1)]) else {
            return nil
        }
        guard (1...12).contains(numbers[1]), numbers[3] < 24, numbers[4] < 60, numbers[5] < 60 else { return nil }
        let days = Self.days(year: numbers[0], month: numbers[1], day: numbers[2])
        guard numbers[2] > 0, Self.date(days: days).month == numbers[1] else { return nil }
        utc = UTCMillis(
            ((days * 24 + numbers[3]) * 60 + numbers[4]) * 60_000 + numbers[5] * 1000 + fraction)
    }

    package var text: String {
        let milliseconds = utc.milliseconds
        let ofDay = ((milliseconds % Self.day) + Self.day) % Self.day
        let date = Self.date(days: (milliseconds - ofDay) / Self.day)
        let clock = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60].map { $0.digits(2) }
        let calendar = [date.year.digits(4), date.month.digits(2), date.day.digits(2)]
        return calendar.joined(separator: "-") + "T" + clock.joined(separator: ":") + "."
            + (ofDay % 1000).digits(3) + "Z"
    }

    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.utc < rhs.utc
    }
}

extension WireTime: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let read = WireTime(text: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a time in UTC")
        }
        self = read
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

extension WireTime {
    private static var day: Int64 { 86_400_000 }
    private static var earliest: UTCMillis {
        UTCMillis(days(year: 0, month: 1, day: 1) * day)
    }
    private static var latest: UTCMillis {
        UTCMillis(days(year: 10_000, month: 1, day: 1) * day - 1)
    }

    /// Days since 1970-01-01 of the proleptic Gregorian calendar, after Howard Hinnant's `days_from_civil`.
    private static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let ofEra = shifted - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468
    }

    /// Converts days since 1970-01-01 to a date, after Howard Hinnant's `civil_from_days`.
    private static func date(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let part = (5 * ofYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return (year + era * 400 + (month <= 2 ? 1 : 0), month, ofYear - (153 * part + 2) / 5 + 1)
    }

    private static func hasMarks(_ bytes: [UInt8]) -> Bool {
        zip([4, 7, 10, 13, 16], "--T::".utf8).allSatisfy { bytes[$0] == $1 }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        Int64(digits: String(decoding: digits, as: UTF8.self))
    }

    /// The milliseconds of `.123`; 0 for an empty string, `nil` if malformed.
    private static func fraction(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard let dot = bytes.first else { return 0 }
        let digits = bytes.dropFirst()
        guard dot == UInt8(ascii: "."), !digits.isEmpty, digits.count <= 9, number(digits) != nil else { return nil }
        return number((Array(digits) + [48, 48, 48])[..<3])
    }
}
