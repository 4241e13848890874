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
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), bytes.last == UInt8(ascii: "Z"),
            let date = LocalDay(text: String(decoding: bytes[..<10], as: UTF8.self)),
            let hour = Self.number(bytes[11..<13]), let minute = Self.number(bytes[14..<16]),
            let second = Self.number(bytes[17..<19]), hour < 24, minute < 60, second < 60,
            let fraction = Self.fraction(bytes[19..<(bytes.count - 1)])
        else { return nil }
        utc = UTCMillis(((Self.days(to: date) * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + fraction)
    }

    package var text: String {
        let milliseconds = utc.milliseconds
        let ofDay = ((milliseconds % Self.day) + Self.day) % Self.day
        let time = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60].map { $0.digits(2) }
        return Self.date(days: (milliseconds - ofDay) / Self.day).text + "T" + time.joined(separator: ":") + "."
            + (ofDay % 1000).digits(3) + "Z"
    }

    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.utc < rhs.utc
    }
}

extension WireTime {
    /// The milliseconds of a day.
    private static var day: Int64 { 86_400_000 }
    private static var earliest: UTCMillis { UTCMillis(days(to: LocalDay(year: 0, month: 1, day: 1)) * day) }
    private static var latest: UTCMillis { UTCMillis(days(to: LocalDay(year: 10_000, month: 1, day: 1)) * day - 1) }

    /// Days since 1970-01-01 of the proleptic Gregorian calendar, after Howard Hinnant's `days_from_civil`.
    private static func days(to date: LocalDay) -> Int64 {
        let year = date.month <= 2 ? date.year - 1 : date.year
        let era = (year >= 0 ? year : year - 399) / 400
        let ofEra = year - era * 400
        let ofYear = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1
        return Int64(era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468)
    }

    /// Converts days since 1970-01-01 to a date, after Howard Hinnant's `civil_from_days`.
    private static func date(days: Int64) -> LocalDay {
        let shifted = Int(days) + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let ofEra = shifted - era * 146_097
        let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
        let ofYear = ofEra - (365 * year + year / 4 - year / 100)
        let part = (5 * ofYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        return LocalDay(
            year: year + era * 400 + (month <= 2 ? 1 : 0), month: month, day: ofYear - (153 * part + 2) / 5 + 1)
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
