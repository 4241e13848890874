/// The least important lines that are still logged.
package enum LogLevel: String, Equatable, Comparable, Sendable, CaseIterable {
    case error
    case warning
    case info
    case debug

    /// Louder is less: `error < debug`.
    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.order < rhs.order
    }

    private var order: Int {
        switch self {
        case .error: 0
        case .warning: 1
        case .info: 2
        case .debug: 3
        }
    }
}
