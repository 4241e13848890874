import CSystem
import Glibc
import PlatformConcurrency

/// A point in an answer at which the server waits for the test. The test can in turn wait until the server arrives.
/// Once open, a gate stays open.
package final class Gate: Sendable {
    private let arrival = Latch()
    let descriptor = csys_event()

    package init() {}

    deinit {
        close(descriptor)
    }

    package func open() {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Returns once a server has arrived at the gate.
    package func reached() async { await arrival.wait() }

    func reach() { arrival.open() }
}
