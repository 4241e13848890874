internal import Domain
internal import PlatformConcurrency
internal import PlatformPostgreSQL
internal import PlatformSQL
internal import Synchronization

/// A thread with a connection of its own that waits for a channel's notifications. It ends with the connection.
final class NotificationThread: Sendable {
    /// One element for one or several notifications.
    let announcements: AsyncStream<Void>
    private let isStopped = Atomic(false)
    private let isUnheard = Atomic(false)

    /// The time within which this node must hear itself.
    private static let echo = Duration.seconds(5)

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

    /// Why there are no more announcements.
    var end: ListeningEnd { isUnheard.load(ordering: .relaxed) ? .unheard : .lost }

    private func receive(_ settings: PostgreSQLSettings, _ channel: String, _ report: () -> Void) {
        do {
            let connection = try PostgreSQLConnection(settings)
            guard try connection.listen(to: channel), try hears(connection, settings, channel) else {
                // A pooler would leave the subscription to others.
                try? connection.script("UNLISTEN *")
                return isUnheard.store(true, ordering: .relaxed)
            }
            report()
            while !isStopped.load(ordering: .relaxed) {
                if try connection.hasNotification(within: Self.patience) { report() }
            }
        } catch {
            // Announcements only save time: a node that misses one finds the work at its next beat.
        }
    }

    /// Whether what another connection says arrives. A pooler passes it on only while this one is in a transaction.
    private func hears(
        _ connection: PostgreSQLConnection, _ settings: PostgreSQLSettings, _ channel: String
    ) throws -> Bool {
        _ = try PostgreSQLConnection(settings).select("SELECT pg_notify(\(channel), '')") { $0.isNull(0) }
        let end = ContinuousClock.now + Self.echo
        while !isStopped.load(ordering: .relaxed), ContinuousClock.now < end {
            if try connection.hasNotification(within: Self.patience) { return true }
        }
        return isStopped.load(ordering: .relaxed)
    }
}
