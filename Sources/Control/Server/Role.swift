/// What a peer may do. Each includes those before it.
package enum Role: Int, Comparable, Sendable, CaseIterable {
    /// Look, and render what costs nothing.
    case read
    /// Make work, which may cost money.
    case submit
    /// Pause, resume, reload.
    case operate

    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.rawValue < rhs.rawValue
    }

    var word: String {
        switch self {
        case .read: "read"
        case .submit: "submit"
        case .operate: "operate"
        }
    }
}
