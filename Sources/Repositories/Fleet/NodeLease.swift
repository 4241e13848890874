internal import Domain
internal import PlatformSystem
internal import Synchronization

/// How long this node surely counts as alive: from the moment before its last beat, by the machine's own clock, which goes
/// on while the machine or the process sleeps. The server counts from a moment after that, so here the lease ends earlier.
package final class NodeLease: Sendable {
    private let clock: @Sendable () -> Duration
    private let end = Mutex(Duration.zero)

    package init(clock: @escaping @Sendable () -> Duration = { BoottimeClock().now.sinceBoot }) {
        self.clock = clock
    }

    package func now() -> Duration { clock() }

    package func renew(since begun: Duration) { end.withLock { $0 = begun + Lease.length } }

    /// Whether no other node can have taken over this one's work.
    package var isValid: Bool { end.withLock { clock() < $0 } }
}
