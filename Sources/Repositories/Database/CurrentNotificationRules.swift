internal import Domain
internal import Synchronization

/// Who is told of what a store's writes change. Another configuration replaces it while the store stays open.
package final class CurrentNotificationRules: Sendable {
    private let rules = Mutex(NotificationRules.none)

    init() {}

    var current: NotificationRules {
        get { rules.withLock { $0 } }
        set { rules.withLock { $0 = newValue } }
    }
}
