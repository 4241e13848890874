/// Dates as HTTP fields have them (RFC 9110, 5.6.7): the one form that is sent, and the two old ones.
package enum HTTPDate {
    /// Milliseconds since 1970; `nil` when it is no such date.
    package static func milliseconds(of text: String) -> Int64? {
        let words = text.split { " ,-".contains($0) }
        guard let date = modern(words) ?? unix(words), let month = months.firstIndex(of: date.month) else { return nil }
        guard 1...31 ~= date.day, let seconds = seconds(of: date.time) else { return nil }
        return (days(date.year, month + 1, date.day) * 86_400 + seconds) * 1000
    }

    private typealias Parts = (year: Int, month: Substring, day: Int, time: Substring)

    private static let months: [Substring] = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Sun, 06 Nov 1994 08:49:37 GMT`, and `Sunday, 06-Nov-94 08:49:37 GMT`.
    private static func modern(_ words: [Substring]) -> Parts? {
        guard words.count == 6, words[5] == "GMT", let day = Int(words[1]), let year = Int(words[3]) else { return nil }
        let isShort = words[3].utf8.count == 2
        return (isShort ? year + (year < 70 ? 2000 : 1900) : year, words[2], day, words[4])
    }

    /// `Sun Nov  6 08:49:37 1994`.
    private static func unix(_ words: [Substring]) -> Parts? {
        guard words.count == 5, let day = Int(words[2]), let year = Int(words[4]) else { return nil }
        return (year, words[1], day, words[3])
    }

    private static func seconds(of time: Substring) -> Int64? {
        let parts = time.split(separator: ":", omittingEmptySubsequences: false).map { Int64($0) ?? -1 }
        guard parts.count == 3, 0...23 ~= parts[0], 0...59 ~= parts[1], 0...60 ~= parts[2] else { return nil }
        return parts[0] * 3600 + parts[1] * 60 + parts[2]
    }

    /// Days from 1970 (Howard Hinnant's `days_from_civil`).
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        guard 1...9999 ~= year else { return 0 }
        let year = month <= 2 ? year - 1 : year
        let era = year / 400
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return Int64(era * 146_097 + dayOfEra - 719_468)
    }
}
