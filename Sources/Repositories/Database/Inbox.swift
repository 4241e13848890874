internal import PlatformSQLite
internal import Synchronization

/// What waits for one thread. Any thread puts; the one thread takes, and sleeps while there is nothing.
final class Inbox<Piece: Sendable>: Sendable {
    private struct State {
        var pieces: [Piece] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    private let bell = Doorbell()

    /// `false` once the inbox is closed.
    func put(_ piece: Piece) -> Bool {
        let (taken, wasEmpty) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.pieces.append(piece)
            return (true, state.pieces.count == 1)
        }
        if wasEmpty { bell.ring() }
        return taken
    }

    /// Blocks until there is something, and takes what is there, oldest first. Empty when the inbox is closed and
    /// everything was taken.
    func take(atMost limit: Int) -> [Piece] {
        while true {
            if let pieces = takeIfAny(atMost: limit) { return pieces }
            bell.wait()
        }
    }

    /// What was put before is still served.
    func close() {
        state.withLock { $0.isClosed = true }
        bell.ring()
    }

    private func takeIfAny(atMost limit: Int) -> [Piece]? {
        state.withLock { state in
            guard !state.pieces.isEmpty else { return state.isClosed ? [] : nil }
            let taken = Array(state.pieces.prefix(limit))
            state.pieces.removeFirst(taken.count)
            return taken
        }
    }
}
