package import Domain
package import MVIEffects
package import NotificationsFeature

/// The side effects of `Notifications`.
package protocol NotificationsSideEffect: Sendable {
    /// Records events. `false`: a database error.
    func save(_ events: [NewNotification]) async -> Bool

    /// What waits for each target; `nil` after a database error. `tidies`: also gives up what nobody can send.
    func outlook(tidies: Bool) async -> [NotificationOutlook]?

    /// Sends the next message that is due for a target.
    func send(to target: String) async -> NotificationSending

    /// Waits for `duration`. `false`: the task was cancelled.
    func wait(_ duration: Duration) async -> Bool
}

extension Notifications {
    /// Maps every effect to a method of the side-effect protocol. The only code that knows both.
    package static func performer(_ sideEffect: any NotificationsSideEffect) -> Perform<Notifications> {
        { effect, _ in
            switch effect {
            case .save(let events): await sideEffect.save(events) ? .saved : .notSaved
            case .look(let tidies): await sideEffect.outlook(tidies: tidies).map { .found($0) } ?? .notFound
            case .send(let target): .sent(target: target, await sideEffect.send(to: target))
            case .sleep(let duration): await sideEffect.wait(duration) ? .woke : nil
            }
        }
    }
}
