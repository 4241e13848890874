/// How often a backend may be asked.
package struct CallRate: Hashable, Sendable {
    /// So many calls …
    package let calls: Int
    /// … in this time.
    package let period: Duration

    package init(calls: Int, per period: Duration) {
        self.calls = max(1, calls)
        self.period = period
    }

    /// Reads `60/min`: a number, and `s`, `min`, `h` or `day`. `nil` when it is anything else.
    package init?(text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let calls = Int(parts[0]), (1...1_000_000).contains(calls),
            let period = Self.units.first(where: { $0.name == parts[1] })?.period
        else { return nil }
        self.init(calls: calls, per: period)
    }

    package var text: String {
        let unit = Self.units.first { $0.period == period }?.name ?? DurationText.text(of: period)
        return "\(calls)/\(unit)"
    }

    /// From call to call, when it is used up.
    package var step: Duration { period / calls }

    private static let units: [(name: String, period: Duration)] = [
        ("s", .seconds(1)), ("min", .seconds(60)), ("h", .seconds(3600)), ("day", .seconds(86_400)),
    ]
}
