/// The subject of a notification, by the word in `on`.
package enum NotificationKind: String, Hashable, Sendable, Codable, CaseIterable {
    /// A job delivered its outputs.
    case done
    case failed
    /// A dropped file, or a line of a batch, could not become a job.
    case refused
    /// A job waits for a person or for a budget.
    case held
    /// It is unknown whether a paid call was carried out.
    case unknown
    /// Spending is close to a cap.
    case budget = "budget_80"
    /// A watch folder can't be listed.
    case folder = "folder_missing"
    case backend = "backend_down"
    /// The disk is too full for new work.
    case disk
    /// A gate opened or closed.
    case gate
    /// What was made some time ago.
    case reminder
    /// A person asked whether notifications arrive.
    case test

    /// The words of `on`: what can happen without being asked for.
    package static var configurable: [NotificationKind] { allCases.filter { $0 != .test } }

    /// Problems. These are the default of `on`.
    package static let troubles: Set<NotificationKind> = [
        .failed, .refused, .held, .unknown, .budget, .folder, .backend, .disk,
    ]
}

extension JobState {
    /// The notification of a job that reaches this state; `nil` for intermediate states.
    package var notificationKind: NotificationKind? {
        switch self {
        case .done: .done
        case .failed(.refused), .failed(.request): .refused
        case .failed: .failed
        case .held: .held
        case .unknown: .unknown
        case .queued, .submitting, .submitted, .generated, .staged, .waiting, .cancelled: nil
        }
    }
}
