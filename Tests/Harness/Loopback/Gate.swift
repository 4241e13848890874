import CSystem
import Glibc
import Synchronization

/// A point in an answer at which the server waits for the test. The test can in turn wait until the server arrives.
/// Once open, a gate stays open.
package final class Gate: Sendable {
    private struct State {
        var isReached = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())
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
    package func reached() async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if !state.isReached { state.waiting.append(continuation) }
                return state.isReached
            }
            if isReached { continuation.resume() }
        }
    }

    func reach() {
        let waiting = state.withLock { state in
            state.isReached = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume() }
    }
}
