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

    /// Records today's reminders if it is time for them and they are not yet; `nil` after a database error. `told`: the
    /// day whose reminders are recorded.
    func remind(told: LocalDay?) async -> ReminderCheck?

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
            case .remind(let told): await sideEffect.remind(told: told).map { .reminded($0) } ?? .notReminded
            case .sleepBeforeReminders(let duration): await sideEffect.wait(duration) ? .reminderWoke : nil
            case .sleep(let duration): await sideEffect.wait(duration) ? .woke : nil
            }
        }
    }
}
