package import Domain

/// After how long a server wants to be asked again.
package enum RetryTime {
    /// What is believed at most: a day, in milliseconds.
    package static let longest: Int64 = 86_400_000

    /// In milliseconds: `retry-after-ms`, `Retry-After` in seconds or as a date, else the reset of a limit that is
    /// exhausted; `nil` when the answer says nothing of the kind. The reset of a limit that has something left says
    /// nothing about the one that was hit. `now` is milliseconds since 1970; a date is held
    /// against the server's own clock where it tells it.
    package static func milliseconds(of response: HTTPResponse, now: Int64) -> Int64? {
        let told =
            response.header("retry-after-ms").flatMap { bounded(Double(trimmed($0))) }
            ?? response.header("retry-after").flatMap { after($0, response, now) }
        return told ?? pause(after: response)
    }

    /// A duration as Go writes it, such as `1.2s`, `6m0s`, `20ms`, `1h2m3s`; a bare number is seconds.
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

    /// How long no more should be asked after an answer that used a limit up, in milliseconds; `nil` when something is
    /// left or nothing is said of it.
    package static func pause(after response: HTTPResponse) -> Int64? {
        limits(response).filter { $0.left.map { $0 <= 0 } == true }.map(\.wait).max()
    }

    private static let units: [String: Double] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]

    private static func after(_ text: String, _ response: HTTPResponse, _ now: Int64) -> Int64? {
        let text = trimmed(text)
        if let seconds = Double(text) { return bounded(seconds * 1000) }
        guard let date = HTTPDate.milliseconds(of: text) else { return nil }
        let servers = response.header("date").flatMap { HTTPDate.milliseconds(of: trimmed($0)) }
        return bounded(Double(max(0, date - (servers ?? now))))
    }

    /// For requests and for tokens: when the limit begins anew, and what is left of it.
    private static func limits(_ response: HTTPResponse) -> [(wait: Int64, left: Int64?)] {
        ["requests", "tokens"].compactMap { kind in
            guard let text = response.header("x-ratelimit-reset-" + kind),
                let wait = milliseconds(of: trimmed(text))
            else { return nil }
            return (wait, response.header("x-ratelimit-remaining-" + kind).flatMap { Int64(trimmed($0)) })
        }
    }

    private static func bounded(_ milliseconds: Double?) -> Int64? {
        guard let milliseconds, milliseconds.isFinite, milliseconds >= 0 else { return nil }
        return Int64(min(milliseconds.rounded(.up), Double(longest)))
    }

    private static func trimmed(_ text: String) -> String {
        text.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    }
}
