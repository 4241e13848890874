/// Whose turn comes first among jobs that wait for the same thing.
package enum JobPriority: String, Equatable, Sendable, Codable, CaseIterable {
    case high
    case normal
    case low
}

extension JobPriority: Comparable {
    /// The first is the most urgent, so that what is sorted comes in its turn.
    package static func < (one: Self, other: Self) -> Bool { one.rank < other.rank }

    private var rank: Int {
        switch self {
        case .high: 0
        case .normal: 1
        case .low: 2
        }
    }
}
