internal import ControlAPI
internal import Domain

/// Checks and parses query parameters.
enum Parameters {
    /// Throws for an unknown parameter, and for a repeated one that may appear only once.
    static func check(_ query: [QueryString.Item], _ route: Route) throws(Rejection) {
        var seen: Set<String> = []
        for item in query {
            guard route.query.contains(item.name) else {
                throw wrong(item.name, .unknown(nearest: NearestName.of(item.name, among: route.query)))
            }
            guard seen.insert(item.name).inserted || route.repeatable.contains(item.name) else {
                throw wrong(item.name, .duplicate)
            }
        }
    }

    static func since(_ text: String) throws(Rejection) -> Since {
        do throws(FieldFailure.Problem) { return try Since(text: text) } catch { throw wrong("since", error) }
    }

    /// The largest number of entries of a page, `limit`; `nil` when not given.
    static func limit(_ query: [QueryString.Item]) throws(Rejection) -> Int? {
        guard let text = query.text("limit") else { return nil }
        guard let limit = Int(digits: text) else { throw wrong("limit", .malformed(got: text, example: "50")) }
        guard (1...1000).contains(limit) else { throw wrong("limit", .outOfRange(got: text, range: "1–1000")) }
        return limit
    }

    /// Whether a parameter is `true`; without it, `false`.
    static func flag(_ name: String, _ query: [QueryString.Item]) throws(Rejection) -> Bool {
        switch query.text(name) {
        case "true": true
        case nil, "false": false
        case .some(let word): throw notOneOf(["true", "false"], name, word)
        }
    }

    static func wrong(_ name: String, _ problem: FieldFailure.Problem) -> Rejection {
        .failed(.fields([FieldFailure(key: name, problem: problem)]))
    }

    /// The rejection of a word that is none of `choices`.
    static func notOneOf(_ choices: [String], _ name: String, _ word: String) -> Rejection {
        wrong(name, .notOneOf(got: word, choices: choices, nearest: NearestName.of(word, among: choices)))
    }
}

/// Content negotiation by the request's `Accept` header.
enum ContentNegotiation {
    /// Throws if `Accept` allows none of some media types. A missing header allows every type.
    static func check(_ types: [String], _ accept: String?) throws(Rejection) {
        guard let accept else { return }
        let ranges = AcceptHeader.weighted(accept)
        let isAcceptable = types.contains { type in
            // The most specific range takes precedence (RFC 9110, 12.5.1).
            let group = type.prefix { $0 != "/" } + "/*"
            let range = [type, String(group), "*/*"].lazy.compactMap { name in ranges.first { $0.name == name } }.first
            return (range?.weight ?? 0) > 0
        }
        guard isAcceptable else { throw .refused(.notAcceptable(offered: types)) }
    }
}

/// The `Prefer` header (RFC 7240).
enum Preference {
    /// The time to wait for the job, at most ten minutes; `nil` when not given.
    static func wait(_ header: String?) throws(Rejection) -> Duration? {
        for part in (header ?? "").lowercased().split(whereSeparator: { $0 == "," || $0 == ";" }) {
            let pair = part.filter { !$0.isWhitespace }.split(separator: "=", maxSplits: 1)
            guard pair.first == "wait" else { continue }
            guard pair.count == 2, let seconds = UInt16(pair[1]) else {
                throw Parameters.wrong("Prefer", .malformed(got: String(part), example: "wait=60"))
            }
            return .seconds(min(Int(seconds), 600))
        }
        return nil
    }
}
