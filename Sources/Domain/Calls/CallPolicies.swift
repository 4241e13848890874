/// The largest rate of calls to a backend.
package struct RateLimit: Hashable, Sendable {
    /// The calls allowed per period, at least 1.
    package let calls: Int
    /// The length of the period.
    package let period: Duration

    package init(calls: Int, per period: Duration) {
        self.calls = max(1, calls)
        self.period = period
    }

    /// Reads `60/min`: a number from 1 to 1,000,000, and `s`, `min`, `h` or `day`. `nil` for anything else.
    package init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let calls = Int(digits: parts[0]), (1...1_000_000).contains(calls),
            let period = Self.units.first(where: { $0.name == parts[1] })?.period
        else { return nil }
        self.init(calls: calls, per: period)
    }

    package var text: String {
        let unit = Self.units.first { $0.period == period }?.name ?? DurationText.text(of: period)
        return "\(calls)/\(unit)"
    }

    /// The interval between calls once the rate is exhausted.
    package var step: Duration { period / calls }

    private static let units: [(name: String, period: Duration)] = [
        ("s", .seconds(1)), ("min", .seconds(60)), ("h", .seconds(3600)), ("day", .seconds(86_400)),
    ]
}

/// The policy for a job whose answer was lost after its request was sent: the picture may have been made and paid for.
package enum UnknownOutcomePolicy: String, Equatable, Sendable, Codable, CaseIterable {
    /// The job waits until a person decides.
    case hold
    /// The picture is requested again, even if that pays twice.
    case retry
    /// The job fails.
    case fail
}
