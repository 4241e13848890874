package import Domain

extension Since {
    /// The longest span into the past.
    private static let longest = Duration.seconds(3660 * 86_400)

    /// Parses a time span, `today`, `yesterday`, a date, or an RFC 3339 timestamp with any offset.
    package init(text: String) throws(FieldFailure.Problem) {
        if let span = DurationText.duration(from: text) {
            guard span <= Self.longest else { throw .outOfRange(got: text, range: "0s–3660d") }
            self = .ago(span)
        } else if let days = ["today", "yesterday"].firstIndex(of: text.lowercased()) {
            self = .day(before: days)
        } else if let day = LocalDay(text: text) {
            self = .date(day)
        } else if let moment = Self.moment(text) {
            self = .moment(moment)
        } else {
            throw .malformed(got: text, example: Self.examples)
        }
    }

    /// RFC 3339 allows `T` and `Z` in either case. A positive offset means the local clock is ahead of UTC.
    private static func moment(_ text: String) -> UTCMillis? {
        let upper = text.uppercased()
        if upper.hasSuffix("Z") { return WireTime(text: upper)?.utc }
        let offset = Array(upper.suffix(6).utf8)
        guard offset.count == 6, offset[3] == UInt8(ascii: ":") else { return nil }
        let sign: Int64? =
            switch offset[0] {
            case UInt8(ascii: "+"): 1
            case UInt8(ascii: "-"): -1
            default: nil
            }
        let (hours, minutes) = (number(offset[1...2]), number(offset[4...5]))
        guard let sign, let hours, let minutes, hours < 24, minutes < 60 else { return nil }
        return WireTime(text: upper.dropLast(6) + "Z").map { $0.utc - sign * (hours * 60 + minutes) * 60_000 }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        Int64(digits: String(decoding: digits, as: UTF8.self))
    }
}
