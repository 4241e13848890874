package import Domain

/// Reads how long a server wants clients to wait.
package enum RetryTime {
    /// The longest accepted delay: a day, in milliseconds.
    private static let longest: Int64 = 86_400_000

    /// Returns the delay in milliseconds: `retry-after-ms`, `Retry-After` in seconds or as a date, or the reset time of
    /// an exhausted limit; `nil` when the response gives none. The reset of a limit that isn't exhausted says nothing
    /// about the one that was hit. A date is compared with the server's own `Date` if it sends one.
    package static func milliseconds(of response: HTTPResponse, now: UTCMillis) -> Int64? {
        response.header("retry-after-ms").flatMap { bounded(Double(trimmed($0))) }
            ?? response.header("retry-after").flatMap { after($0, response, now) } ?? pause(after: response)
    }

    /// Parses a duration in Go's format, such as `1.2s`, `6m0s`, `20ms`, `1h2m3s`; a bare number is seconds.
    package static func milliseconds(of text: String) -> Int64? {
        if let seconds = Double(text) { return bounded(seconds * 1000) }
        var rest = text[...]
        var total = 0.0
        while !rest.isEmpty {
            let number = rest.prefix { ("0"..."9").contains($0) || $0 == "." }
            rest = rest.dropFirst(number.count)
            let unit = rest.prefix { $0.isLetter || $0 == "µ" }
            rest = rest.dropFirst(unit.count)
            guard let count = Double(number), let each = units[String(unit)] else { return nil }
            total += count * each
        }
        return text.isEmpty ? nil : bounded(total)
    }

    /// Returns the pause required after a response that used up the limit on requests or on tokens, in milliseconds;
    /// `nil` when something is left or the response doesn't say.
    package static func pause(after response: HTTPResponse) -> Int64? {
        ["requests", "tokens"].compactMap { kind in
            guard let text = response.header("x-ratelimit-remaining-" + kind), let left = Int64(trimmed(text)),
                left <= 0
            else { return nil }
            return response.header("x-ratelimit-reset-" + kind).flatMap { milliseconds(of: trimmed($0)) }
        }.max()
    }

    private static let units: [String: Double] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]

    private static func after(_ text: String, _ response: HTTPResponse, _ now: UTCMillis) -> Int64? {
        let text = trimmed(text)
        if let seconds = Double(text) { return bounded(seconds * 1000) }
        guard let date = HTTPDate.moment(of: text) else { return nil }
        let now = response.header("date").flatMap { HTTPDate.moment(of: trimmed($0)) } ?? now
        return bounded(Double(max(0, date.milliseconds(since: now))))
    }

    private static func bounded(_ milliseconds: Double?) -> Int64? {
        guard let milliseconds, milliseconds.isFinite, milliseconds >= 0 else { return nil }
        return Int64(min(milliseconds.rounded(.up), Double(longest)))
    }

    private static func trimmed(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }
}

/// Parses HTTP dates (RFC 9110, 5.6.7): the current form and the two obsolete ones.
package enum HTTPDate {
    /// Returns the moment; `nil` when the text is not a date.
    package static func moment(of text: String) -> UTCMillis? {
        let words = text.split { " ,-".contains($0) }
        guard let date = modern(words) ?? unix(words), let month = months.firstIndex(of: date.month) else { return nil }
        guard 1...31 ~= date.day, let seconds = seconds(of: date.time) else { return nil }
        return UTCMillis((days(date.year, month + 1, date.day) * 86_400 + seconds) * 1000)
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

    /// Days from 1970; 0 for a year that a date can't have.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
        1...9999 ~= year ? Int64(LocalDay(year: year, month: month, day: day).dayNumber) : 0
    }
}
