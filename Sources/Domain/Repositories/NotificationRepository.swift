/// Stores what is to be told to whom, until it was.
///
/// Notifications of jobs are recorded by the repositories that store their states, in the same transaction.
package protocol NotificationRepository: Sendable {
    /// From now on, records what these rules ask for.
    func follow(_ rules: NotificationRules)

    /// Records events for their targets, except those recorded under the same key before.
    func record(_ events: [NewNotification]) async throws(RepositoryFailure)

    /// What waits for each target that has anything, and what could not be delivered.
    func outlook(at utc: UTCMillis) async throws(RepositoryFailure) -> [NotificationOutlook]

    /// Takes the next message that is due for a target; `nil` if there is none. What was tried least comes first.
    /// `digests`: many notifications that were not tried before become one message. It is this service's for two minutes.
    func next(
        for target: String, digests: Bool, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> NotificationDelivery?

    /// Removes a message that was delivered.
    func delivered(_ delivery: NotificationDelivery) async throws(RepositoryFailure)

    /// Tries a message again at `due`.
    func postpone(
        _ delivery: NotificationDelivery, to due: UTCMillis, _ failure: NotificationFailure
    ) async throws(RepositoryFailure)

    /// Gives a message up. It is kept, and shown, until a person has it tried again or dismisses it.
    func giveUp(
        _ delivery: NotificationDelivery, _ failure: NotificationFailure, at utc: UTCMillis
    ) async throws(RepositoryFailure)

    /// Tries again what could not be delivered to a target, or dismisses it. Returns the number of notifications.
    func revive(target: String, at utc: UTCMillis) async throws(RepositoryFailure) -> Int
    func dismiss(target: String) async throws(RepositoryFailure) -> Int

    /// Gives up what waits for targets that are not configured, and was never tried, since `utc`. Removes what was given
    /// up, and the keys of events, from before `past`.
    func tidy(configured: [String], since utc: UTCMillis, past: UTCMillis) async throws(RepositoryFailure)
}
