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
        self.init(((Int64(date.dayNumber) * 24 + hour) * 60 + minute) * 60_000 + second * 1000 + fraction)
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

extension UTCMillis {
    /// The moment as RFC 3339 in UTC with milliseconds. Only years 0000 to 9999 can be written so.
    package var rfc3339: String {
        let ofDay = ((milliseconds % Self.day) + Self.day) % Self.day
        let time = [ofDay / 3_600_000, ofDay / 60_000 % 60, ofDay / 1000 % 60].map { $0.digits(2) }
        return LocalDay(dayNumber: Int((milliseconds - ofDay) / Self.day)).text + "T" + time.joined(separator: ":")
            + "." + (ofDay % 1000).digits(3) + "Z"
    }

    private static var day: Int64 { 86_400_000 }
}
