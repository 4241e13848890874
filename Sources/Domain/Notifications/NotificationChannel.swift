/// A way to a target: a webhook, mail, or a program.
package protocol NotificationChannel: Sendable {
    /// Sends one message. Cancelling the task ends the attempt.
    func send(_ message: NotificationMessage) async -> NotificationOutcome
}
