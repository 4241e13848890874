internal import PlatformConcurrency
internal import PlatformPostgreSQL
internal import Synchronization

/// A thread with a connection of its own that waits for a channel's notifications. It ends with the connection.
final class NotificationThread: Sendable {
    /// One element for one or several notifications.
    let announcements: AsyncStream<Void>
    private let isStopped = Atomic(false)

    /// The longest time until the thread notices that it is to stop.
    private static let patience = Duration.milliseconds(500)

    init(_ settings: PostgreSQLSettings, channel: String) {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        announcements = stream
        do throws(ThreadFailure) {
            try Thread.start("textifyd-listen") { [self] in
                receive(settings, channel) { continuation.yield() }
                continuation.finish()
            }
        } catch {
            continuation.finish()
        }
    }

    func stop() { isStopped.store(true, ordering: .relaxed) }

    private func receive(_ settings: PostgreSQLSettings, _ channel: String, _ report: () -> Void) {
        do {
            let connection = try PostgreSQLConnection(settings)
            try connection.listen(to: channel)
            while !isStopped.load(ordering: .relaxed) {
                if try connection.hasNotification(within: Self.patience) { report() }
            }
        } catch {
            // Announcements only save time: a node that misses one finds the work at its next beat.
        }
    }
}
