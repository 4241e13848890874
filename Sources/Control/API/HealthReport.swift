/// Whether all is well, and if not, why and what to do about it.
package struct HealthReport: Codable, Equatable, Sendable {
    package enum Verdict: String, Codable, Equatable, Sendable, CaseIterable, Comparable {
        /// There is nothing that somebody has to do.
        case well
        /// Some of the work waits for somebody, the rest goes on.
        case degraded
        /// Nothing new is begun.
        case stopped

        package static func < (one: Verdict, other: Verdict) -> Bool {
            one.rank < other.rank
        }

        private var rank: Int {
            switch self {
            case .well: 0
            case .degraded: 1
            case .stopped: 2
            }
        }
    }

    /// The worst of the reasons', `well` without any.
    package let verdict: Verdict
    /// The worst first.
    package let reasons: [HealthReason]

    package init(_ reasons: [HealthReason] = []) {
        verdict = reasons.map(\.verdict).max() ?? .well
        self.reasons = reasons.filter { $0.verdict == .stopped } + reasons.filter { $0.verdict != .stopped }
    }
}
