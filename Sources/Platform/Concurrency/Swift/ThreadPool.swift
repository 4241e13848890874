internal import CThreads
internal import Synchronization

/// A fixed number of threads that run closures from one FIFO queue.
final class ThreadPool: Sendable {
    typealias Work = @Sendable () -> Void

    private struct State {
        var queue: [Work] = []
        var head = 0
        var threads = 0
        var closed = false

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

        mutating func prependWork(_ work: @escaping Work) {
            guard head > 0 else { return queue.insert(work, at: 0) }
            head -= 1
            queue[head] = work
        }
    }

    private let state = Mutex(State())
    private let ready = Semaphore()
    private let ended = Latch()
    private let rest: Rest?

    /// A call that each thread makes after it has been idle for `after` since its last work.
    struct Rest: Sendable {
        let after: Duration
        let call: Work
    }

    /// Starts `threads` threads, at least one. If the system grants fewer, those do all the work; if it grants none,
    /// the program ends, because nothing could ever run.
    init(name: String, threads: Int, rest: Rest? = nil) {
        self.rest = rest
        for _ in 0..<max(1, threads) { startThread(name) }
        precondition(state.withLock { $0.threads > 0 }, "cannot start any thread")
    }

    private func startThread(_ name: String) {
        state.withLock { $0.threads += 1 }
        do {
            try Thread.start(name) { self.work() }
        } catch {
            state.withLock { $0.threads -= 1 }
        }
    }

    /// Queues a closure at the end, or at the front if `first`. Returns `false` once the pool is closed.
    func offer(first: Bool = false, _ work: @escaping Work) -> Bool {
        let taken = state.withLock { state in
            if !state.closed, first { state.prependWork(work) }
            if !state.closed, !first { state.queue.append(work) }
            return !state.closed
        }
        if taken { ready.post() }
        return taken
    }

    /// Whether any work is still waiting for a thread.
    var hasQueued: Bool { state.withLock { $0.head < $0.queue.count } }

    /// Accepts no more work. The threads end after finishing what is queued.
    func close() {
        let threads = state.withLock { state in
            defer { state.closed = true }
            return state.closed ? 0 : state.threads
        }
        for _ in 0..<threads { ready.post() }
    }

    /// Closes and waits for the last thread to finish.
    func closed() async {
        close()
        await ended.wait()
    }

    /// Whether the calling thread belongs to this pool.
    var isHere: Bool { unsafe cthreads_works_for() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    // Every post wakes one thread: it finds work or, once the pool is closed and the queue empty, ends.
    private func work() {
        unsafe cthreads_work_for(Unmanaged.passUnretained(self).toOpaque())
        var hasCalledIdleHandler = true
        while true {
            let end = hasCalledIdleHandler ? nil : rest.map { Semaphore.now + $0.after.nanoseconds }
            guard ready.wait(until: end) else {
                rest?.call()
                hasCalledIdleHandler = true
                continue
            }
            guard let work = state.withLock({ $0.next() }) else { break }
            work()
            hasCalledIdleHandler = false
        }
        let isLast = state.withLock { state in
            state.threads -= 1
            return state.threads == 0
        }
        if isLast { ended.open() }
    }
}

extension ThreadPool {
    /// Runs a blocking call on one of the threads. A caller that is already on one of them runs it directly, and so
    /// does every caller once the pool is closed.
    func run<Answer: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Answer
    ) async -> Result<Answer, Failure> {
        if isHere { return Result(catching: work) }
        return await withCheckedContinuation { continuation in
            let call: Work = { continuation.resume(returning: Result(catching: work)) }
            if !offer(call) { call() }
        }
    }

    /// Returns as soon as one of the threads picks up new work, ahead of everything queued; at once if the pool is
    /// closed.
    func answered() async {
        await withCheckedContinuation { continuation in
            if !offer(first: true, { continuation.resume() }) { continuation.resume() }
        }
    }
}
