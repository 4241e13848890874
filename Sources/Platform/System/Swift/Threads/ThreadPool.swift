internal import CSystem
internal import Domain
internal import Glibc
internal import Synchronization

/// A fixed number of threads that run closures from one FIFO queue.
final class ThreadPool: Sendable {
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

        mutating func prependWork(_ work: @escaping Work) {
            guard head > 0 else { return queue.insert(work, at: 0) }
            head -= 1
            queue[head] = work
        }
    }

    private let state = Mutex(State())
    private let ready = Semaphore()
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
        await withCheckedContinuation { continuation in
            let gone = state.withLock { state in
                if state.threads > 0 { state.leaving.append(continuation) }
                return state.threads == 0
            }
            if gone { continuation.resume() }
        }
    }

    /// Whether the calling thread belongs to this pool.
    var isHere: Bool { unsafe csys_works_for() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque()) }

    // Every post wakes one thread: it finds work or, once the pool is closed and the queue empty, ends.
    private func work() {
        unsafe csys_work_for(Unmanaged.passUnretained(self).toOpaque())
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
        let waiting = state.withLock { state in
            state.threads -= 1
            return state.threads == 0 ? state.leaving : []
        }
        for continuation in waiting { continuation.resume() }
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

/// Starts detached threads. To learn when a thread ends, signal it from the body.
enum Thread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs `body` on a new thread with all signals blocked. The kernel keeps 15 bytes of the name.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) throws(FileFailure) {
        let context = unsafe Unmanaged.passRetained(Body(body))
        let shortened = String(decoding: name.utf8.prefix(15), as: UTF8.self)
        let answer = unsafe csys_start_thread(shortened, entry, context.toOpaque())
        guard answer == 0 else {
            unsafe context.release()
            throw FileFailure(errno: answer)
        }
    }

    private static let entry: @convention(c) @Sendable (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
        guard let context = unsafe $0 else { return nil }
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
        return nil
    }
}

/// A counting semaphore. `wait` blocks the thread, so never call it in the cooperative pool.
@safe final class Semaphore: Sendable {
    // A sem_t can be used from any thread between init and deinit, and never moves.
    private nonisolated(unsafe) let handle: UnsafeMutablePointer<sem_t>

    init() {
        unsafe handle = UnsafeMutablePointer.allocate(capacity: 1)
        unsafe sem_init(handle, 0, 0)
    }

    deinit {
        unsafe sem_destroy(handle)
        unsafe handle.deallocate()
    }

    func post() {
        unsafe sem_post(handle)
    }

    func wait() {
        while unsafe sem_wait(handle) != 0 {}
    }

    /// Waits until `time`, on the clock of `now`; `nil` waits for ever. Returns `false` on timeout.
    @discardableResult
    func wait(until time: Int64?) -> Bool {
        if let time { return unsafe csys_wait_until(handle, time) }
        wait()
        return true
    }

    /// CLOCK_MONOTONIC in nanoseconds. It can't be set, and stops while the machine is suspended.
    static var now: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
