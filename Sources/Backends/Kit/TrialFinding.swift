/// What became of one rule when a backend was tried.
public struct TrialFinding: Equatable, Sendable {
    public enum Verdict: Equatable, Sendable {
        case kept
        case broken
        /// There was nothing to hold it against.
        case skipped
    }

    /// A stable name, such as `initialize.answer`.
    public let rule: String
    public let verdict: Verdict
    /// What was seen, for a person: one line, without secrets.
    public let seen: String

    public init(_ rule: String, _ verdict: Verdict, _ seen: String) {
        self.rule = rule
        self.verdict = verdict
        self.seen = seen
    }

    public init(_ rule: String, isKept: Bool, _ seen: String) {
        self.init(rule, isKept ? .kept : .broken, seen)
    }
}
