internal import Synchronization

/// One request's life between its asker and the thread. It may be cancelled before it was handed over.
final class Ticket: Sendable {
    private enum Phase {
        /// → handedOver, cancelled
        case new
        case handedOver
        case cancelled
    }

    private let phase = Mutex(Phase.new)

    /// Whether it may go to the thread.
    func handOver() -> Bool {
        phase.withLock { phase in
            guard phase == .new else { return false }
            phase = .handedOver
            return true
        }
    }

    /// Whether the thread has to be told.
    func cancel() -> Bool {
        phase.withLock { phase in
            guard phase == .new else { return phase == .handedOver }
            phase = .cancelled
            return false
        }
    }
}
