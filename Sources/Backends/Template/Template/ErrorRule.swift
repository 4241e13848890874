import Domain

/// When an answer is an error, and which: every condition that is given has to hold.
struct ErrorRule: Equatable, Sendable {
    /// What it can be called, by the closed set of failures.
    enum Class: String, CaseIterable, Sendable {
        case auth
        case quota
        case rateLimited = "rate_limited"
        case moderated
        case invalid
        case gone
        case loading
        case transient
        case timeout
        case unknown
        case empty
        case badResponse = "bad_response"
        case expired
        case lost
        case cancelled
        case failed
    }

    enum Stage: String, CaseIterable, Sendable {
        case prompt
        case picture
    }

    /// What the provider says about the price of an answer.
    enum Charged: String, CaseIterable, Sendable {
        case yes
        case no
    }

    var path: JSONPath?
    /// One of these stands at the path.
    var words: [String]?
    /// One of these stands in a text at the path; small letters.
    var parts: [String]?
    var statuses: [Int]?
    var kind: Class
    /// Where the service says it in words.
    var message: JSONPath?
    /// Where it says how long to wait: seconds, a duration such as `55s`, or words that hold one.
    var wait: JSONPath?
    /// What was refused: the prompt or the picture.
    var stage: Stage?
    /// Whether it costs, where the provider says so; `nil` where it doesn't. `false` in a rule for a submission is the
    /// claim that no work was begun: the request may be repeated.
    var charged: Bool?

    func matches(_ answer: Answer) -> Bool {
        if let statuses, !statuses.contains(answer.response.status) { return false }
        guard let path else { return true }
        let values = path.values(in: answer)
        if let words { return values.contains { $0.spelled.map(words.contains) ?? false } }
        if let parts {
            return values.contains { value in
                let text = value.spelled?.lowercased() ?? ""
                return parts.contains { text.contains($0) }
            }
        }
        return values.contains { $0.saysSomething }
    }
}
