import Configuration
import Domain
import PlatformSystem
import Synchronization

/// The newest warnings and errors, for the status.
final class TroubleRing: Sendable {
    struct Trouble: Sendable {
        /// Milliseconds since 1970.
        let at: Int64
        let entry: LogEntry
    }

    private static let capacity = 10
    private let kept = Mutex<[Trouble]>([])

    /// Newest first.
    var newest: [Trouble] { kept.withLock { $0.reversed() } }

    func remember(_ entry: LogEntry) {
        guard entry.level <= .warning else { return }
        let trouble = Trouble(at: wallClockMilliseconds(), entry: entry)
        kept.withLock { kept in
            if kept.count == Self.capacity { kept.removeFirst() }
            kept.append(trouble)
        }
    }
}

/// Writes to another place what it remembers.
struct RememberingSink: LogSink {
    let troubles: TroubleRing
    let next: any LogSink

    func write(_ entry: LogEntry) {
        troubles.remember(entry)
        next.write(entry)
    }
}
