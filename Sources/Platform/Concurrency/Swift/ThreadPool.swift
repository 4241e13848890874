internal import CThreads
internal import Synchronization

/// A fixed number of threads that run closures from one FIFO queue.
final class ThreadPool: Sendable {
    typealias Work = @Sendable () -> Void

    private struct State {
        var queue: [Work] = []
        var head = 0
        var threads = 0
        var isClosed = false

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

        mutating func prepend(_ work: @escaping Work) {
            guard head > 0 else { return queue.insert(work, at: 0) }
            head -= 1
            queue[head] = work
        }
    }

    private let state = Mutex(State())
    private let ready = Semaphore()
    private let ended = Latch()
    private let idleTime: Duration
    private let idleHandler: Work?

    /// Starts `threads` threads, at least one. If the system grants fewer, those do all the work; if it grants none,
    /// the program ends, because nothing could ever run. Each thread calls `idleHandler` once it has been idle for
    /// `idleTime` since its last work.
    init(name: String, threads: Int, idleTime: Duration = .zero, idleHandler: Work? = nil) {
        self.idleTime = idleTime
        self.idleHandler = idleHandler
        for _ in 0..<max(1, threads) {
            state.withLock { $0.threads += 1 }
            do { try Thread.start(name) { self.work() } } catch { state.withLock { $0.threads -= 1 } }
        }
        precondition(state.withLock { $0.threads > 0 }, "cannot start any thread")
    }

    /// Queues a closure at the end, or at the front if `first`. Returns `false` once the pool is closed.
    func offer(first: Bool = false, _ work: @escaping Work) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isClosed else { return false }
            if first { state.prepend(work) } else { state.queue.append(work) }
            return true
        }
        if isTaken { ready.post() }
        return isTaken
    }

    /// Whether any work is still waiting for a thread.
    var hasQueued: Bool { state.withLock { $0.head < $0.queue.count } }

    /// Accepts no more work. The threads end after finishing what is queued.
    func close() {
        let threads = state.withLock { state in
            defer { state.isClosed = true }
            return state.isClosed ? 0 : state.threads
        }
        for _ in 0..<threads { ready.post() }
    }

    /// Closes the pool and waits for the last thread to finish.
    func shutdown() async {
        close()
        await ended.wait()
    }

    /// Whether the calling thread belongs to this pool.
    var isHere: Bool { unsafe cthreads_works_for() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    // Every post wakes one thread: it finds work or, once the pool is closed and the queue empty, ends.
    private func work() {
        unsafe cthreads_work_for(Unmanaged.passUnretained(self).toOpaque())
        var deadline: Int64?
        while true {
            guard ready.wait(until: deadline) else {
                idleHandler?()
                deadline = nil
                continue
            }
            guard let work = state.withLock({ $0.next() }) else { break }
            work()
            if idleHandler != nil { deadline = Semaphore.now + idleTime.nanoseconds }
        }
        let isLast = state.withLock { state in
            state.threads -= 1
            return state.threads == 0
        }
        if isLast { ended.open() }
    }
}
