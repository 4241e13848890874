/// What became of one rule when a backend was tried.
package struct TrialFinding: Equatable, Sendable {
    package enum Verdict: Equatable, Sendable {
        case kept
        case broken
        /// There was nothing to hold it against.
        case skipped
    }

    /// A stable name, such as `initialize.answer`.
    package let rule: String
    package let verdict: Verdict
    /// What was seen, for a person: one line, without secrets.
    package let seen: String

    package init(_ rule: String, _ verdict: Verdict, _ seen: String) {
        self.rule = rule
        self.verdict = verdict
        self.seen = seen
    }

    package init(_ rule: String, isKept: Bool, _ seen: String) {
        self.init(rule, isKept ? .kept : .broken, seen)
    }
}
