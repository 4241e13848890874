extension UTCMillis {
    /// Reads RFC 3339 in UTC (`2026-07-01T02:10:00.123Z`), with or without a fraction; digits beyond milliseconds are
    /// dropped. A leap second counts as the first of the next minute.
    package init?(text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 20, bytes[10] == UInt8(ascii: "T"), bytes[13] == UInt8(ascii: ":"),
            bytes[16] == UInt8(ascii: ":"), bytes.last == UInt8(ascii: "Z"),
            let date = LocalDay(text: String(decoding: bytes[..<10], as: UTF8.self)),
            let hour = Self.number(bytes[11..<13]), let minute = Self.number(bytes[14..<16]),
            let second = Self.number(bytes[17..<19]), hour < 24, minute < 60, second <= 60,
            let fraction = Self.fraction(bytes[19..<(bytes.count - 1)])
        else { return nil }
        self.init(((date.daysSince1970 * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + fraction)
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        Int64(digits: String(decoding: digits, as: UTF8.self))
    }

    /// The milliseconds of `.123`; 0 for an empty text, `nil` if malformed.
    private static func fraction(_ bytes: ArraySlice<UInt8>) -> Int64? {
        guard let dot = bytes.first else { return 0 }
        let digits = bytes.dropFirst()
        guard dot == UInt8(ascii: "."), digits.count <= 9, number(digits) != nil else { return nil }
        return number((Array(digits) + [48, 48, 48])[..<3])
    }
}

extension LocalDay {
    /// Days since 1970-01-01 of the proleptic Gregorian calendar, after Howard Hinnant's `days_from_civil`.
    fileprivate var daysSince1970: Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = (shifted >= 0 ? shifted : shifted - 399) / 400
        let ofEra = shifted - era * 400
        let ofYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        return Int64(era * 146_097 + ofEra * 365 + ofEra / 4 - ofEra / 100 + ofYear - 719_468)
    }
}
