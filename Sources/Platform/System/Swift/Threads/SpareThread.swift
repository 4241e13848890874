internal import Synchronization

/// A thread that takes one piece of work at a time off whoever has two.
package final class SpareThread: Sendable {
    private let crew: ThreadCrew
    private let isTaken = Atomic(false)

    /// `name` is what process listings show; 15 bytes are kept.
    package init(name: String) {
        crew = ThreadCrew(name: name, threads: 1)
    }

    deinit {
        crew.close()
    }

    /// Does both and answers when both are done. The second one is done by the thread, unless that is taken, or has not
    /// begun with it when the first one is done: nobody waits for what has not begun.
    package func both<One: Sendable, Other: Sendable>(
        _ one: () -> One, _ other: @escaping @Sendable () -> Other
    ) -> (One, Other) {
        guard !isTaken.exchange(true, ordering: .acquiring) else { return (one(), other()) }
        let piece = SparePiece(other)
        let isOffered = crew.offer {
            piece.begin()
            self.isTaken.store(false, ordering: .releasing)
        }
        let first = one()
        return (first, isOffered ? piece.finish() : other())
    }

    /// Takes no more work, and returns when the thread is done. Call it from elsewhere.
    package func shutdown() async {
        await crew.closed()
    }
}
