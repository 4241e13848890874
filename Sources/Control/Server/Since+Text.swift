internal import ControlAPI
internal import Domain

extension Since {
    /// No further back than this.
    private static let longest = Duration.seconds(3660 * 86_400)

    /// Reads a span of time, `today`, `yesterday`, a day, or a moment of RFC 3339 with any offset.
    init(text: String) throws(FieldFailure.Problem) {
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

    /// RFC 3339 takes `T` and `Z` in either case. With an offset the clock shows that much more than UTC does.
    private static func moment(_ text: String) -> Int64? {
        let upper = text.uppercased()
        if upper.hasSuffix("Z") { return WireTime(text: upper)?.milliseconds }
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
        return WireTime(text: upper.dropLast(6) + "Z").map { $0.milliseconds - sign * (hours * 60 + minutes) * 60_000 }
    }

    private static func number(_ digits: ArraySlice<UInt8>) -> Int64? {
        guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int64($1 - 48) }
    }
}
