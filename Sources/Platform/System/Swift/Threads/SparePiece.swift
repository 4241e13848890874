internal import Synchronization

/// Work that is done once, by whoever comes to it first.
final class SparePiece<Answer: Sendable>: Sendable {
    private let work: @Sendable () -> Answer
    private let isBegun = Atomic(false)
    private let answer = Mutex<Answer?>(nil)
    private let done = Semaphore()

    init(_ work: @escaping @Sendable () -> Answer) {
        self.work = work
    }

    /// Does it, unless that was begun already.
    func begin() {
        guard isFirst() else { return }
        let made = work()
        answer.withLock { $0 = made }
        done.post()
    }

    /// Does it, or waits until it is done where it was begun.
    func finish() -> Answer {
        if isFirst() { return work() }
        while true {
            if let made = answer.withLock({ $0 }) { return made }
            done.wait()
        }
    }

    private func isFirst() -> Bool { !isBegun.exchange(true, ordering: .relaxed) }
}
