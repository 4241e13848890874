internal import CSystem
internal import Domain
internal import Synchronization

/// Threads that take closures off one queue, first come, first served.
final class ThreadCrew: Sendable {
    typealias Work = @Sendable () -> Void

    private struct State {
        var queue: [Work] = []
        var head = 0
        var threads = 0
        var closed = false
        var leaving: [CheckedContinuation<Void, Never>] = []

        mutating func next() -> Work? {
            guard head < queue.count else { return nil }
            let work = queue[head]
            queue[head] = {}
            head += 1
            if head == queue.count || head >= 1024 {
                queue.removeFirst(head)
                head = 0
            }
            return work
        }

        mutating func putFirst(_ work: @escaping Work) {
            guard head > 0 else { return queue.insert(work, at: 0) }
            head -= 1
            queue[head] = work
        }
    }

    private let state = Mutex(State())
    private let ready = Semaphore()
    private let rest: Rest?

    /// What a thread does once that has had work, and then none for a while.
    struct Rest: Sendable {
        let after: Duration
        let call: Work
    }

    /// Starts `threads` threads, at least one. Where the system grants fewer, those do all the work; with none at all
    /// nothing could ever run, and that ends the program.
    init(name: String, threads: Int, rest: Rest? = nil) {
        self.rest = rest
        for _ in 0..<max(1, threads) { hire(name) }
        precondition(state.withLock { $0.threads > 0 }, "the system grants no thread")
    }

    private func hire(_ name: String) {
        state.withLock { $0.threads += 1 }
        do {
            try Thread.start(name) { self.work() }
        } catch {
            state.withLock { $0.threads -= 1 }
        }
    }

    /// Queues a closure, at the end or before all others; `false` once the crew is closed.
    func offer(first: Bool = false, _ work: @escaping Work) -> Bool {
        let taken = state.withLock { state in
            if !state.closed, first { state.putFirst(work) }
            if !state.closed, !first { state.queue.append(work) }
            return !state.closed
        }
        if taken { ready.post() }
        return taken
    }

    /// Whether work is queued that no thread has taken up.
    var hasQueued: Bool { state.withLock { $0.head < $0.queue.count } }

    /// Takes no more work. What is queued still runs, then the threads end.
    func close() {
        let threads = state.withLock { state in
            defer { state.closed = true }
            return state.closed ? 0 : state.threads
        }
        for _ in 0..<threads { ready.post() }
    }

    /// Closes, and returns when the last thread has done its work.
    func closed() async {
        close()
        await withCheckedContinuation { continuation in
            let gone = state.withLock { state in
                if state.threads > 0 { state.leaving.append(continuation) }
                return state.threads == 0
            }
            if gone { continuation.resume() }
        }
    }

    /// Whether the calling thread is one of these.
    var isHere: Bool { unsafe csys_works_for() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    // Each post lets one thread through: it finds work, or, once the crew is closed and the queue is empty, the end.
    private func work() {
        unsafe csys_work_for(Unmanaged.passUnretained(self).toOpaque())
        var isRested = true
        while true {
            let end = isRested ? nil : rest.map { Semaphore.now + $0.after.nanoseconds }
            guard ready.wait(until: end) else {
                rest?.call()
                isRested = true
                continue
            }
            guard let work = state.withLock({ $0.next() }) else { break }
            work()
            isRested = false
        }
        let waiting = state.withLock { state in
            state.threads -= 1
            return state.threads == 0 ? state.leaving : []
        }
        for continuation in waiting { continuation.resume() }
    }
}
