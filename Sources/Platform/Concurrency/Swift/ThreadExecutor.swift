internal import Synchronization

/// Threads for blocking or long-running work, which would stall the cooperative pool. Tasks use it through
/// `Task(executorPreference:)`, single calls through `run`. The threads end with this object, or earlier with
/// `shutdown`.
package final class ThreadExecutor: TaskExecutor {
    private let threadPool: ThreadPool

    /// `name` appears in process listings (15 bytes are kept); `threads` is at least one. Each thread calls
    /// `idleHandler` once it has been idle for `idleTime` since its last work.
    package init(
        name: String, threads: Int = 1, idleTime: Duration = .zero, idleHandler: (@Sendable () -> Void)? = nil
    ) {
        threadPool = ThreadPool(name: name, threads: threads, idleTime: idleTime, idleHandler: idleHandler)
    }

    deinit {
        threadPool.close()
    }

    /// Jobs enqueued after `shutdown` run on the cooperative pool, so that every started task can finish.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedTaskExecutor()
        let isTaken = threadPool.offer { unsafe job.runSynchronously(on: executor) }
        if !isTaken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Whether the calling thread belongs to this executor; `run` then executes directly.
    package var isHere: Bool { threadPool.isHere }

    /// Whether any work is still waiting for a thread.
    package var hasQueued: Bool { threadPool.hasQueued }

    /// Runs a blocking call on one of the threads and returns its result. A caller that is already on one of them runs
    /// it directly. Cancellation doesn't interrupt the call. After `shutdown` it runs on the caller's thread.
    package func run<Answer: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        if isHere { return try work() }
        let result: Result<Answer, Failure> = await withCheckedContinuation { continuation in
            let call: ThreadPool.Work = { continuation.resume(returning: Result(catching: work)) }
            if !threadPool.offer(call) { call() }
        }
        return try result.get()
    }

    /// Queues a blocking call without waiting for it. Returns `false` after `shutdown`; the call then never runs.
    @discardableResult
    package func post(_ work: @escaping @Sendable () -> Void) -> Bool {
        threadPool.offer(work)
    }

    /// Returns as soon as one of the threads picks up new work, ahead of everything queued: proof that not all of them
    /// are stuck. Returns at once after `shutdown`. Cancellation doesn't interrupt it.
    package func answer() async {
        await withCheckedContinuation { continuation in
            if !threadPool.offer(first: true, { continuation.resume() }) { continuation.resume() }
        }
    }

    /// Accepts no more work, finishes what is queued and waits for the threads to end. Don't call it on one of them.
    package func shutdown() async {
        await threadPool.shutdown()
    }
}

/// A thread that runs one of two pieces of work while the caller runs the other.
package final class ForkJoinThread: Sendable {
    private let threadPool: ThreadPool
    private let isBusy = Atomic(false)

    /// `name` appears in process listings; only the first 15 bytes are kept.
    package init(name: String) {
        threadPool = ThreadPool(name: name, threads: 1)
    }

    deinit {
        threadPool.close()
    }

    /// Runs two closures and returns both results. The thread runs `other`, unless the thread is busy or has not
    /// started by the time `one` is done; the caller then runs `other` itself instead of waiting.
    package func both<One: Sendable, Other: Sendable>(
        _ one: () -> One, _ other: @escaping @Sendable () -> Other
    ) -> (One, Other) {
        guard !isBusy.exchange(true, ordering: .acquiring) else { return (one(), other()) }
        let task = OnceTask(other)
        let isOffered = threadPool.offer {
            task.begin()
            self.isBusy.store(false, ordering: .releasing)
        }
        let first = one()
        return (first, isOffered ? task.finish() : other())
    }

    /// Accepts no more work and waits for the thread to finish. Don't call it on that thread.
    package func shutdown() async {
        await threadPool.shutdown()
    }
}

/// Work that runs once, on the first thread to start it.
final class OnceTask<Answer: Sendable>: Sendable {
    private let work: @Sendable () -> Answer
    private let isBegun = Atomic(false)
    private let answer = Mutex<Answer?>(nil)
    private let done = Semaphore()

    init(_ work: @escaping @Sendable () -> Answer) {
        self.work = work
    }

    /// Runs the work unless it was already started.
    func begin() {
        guard isFirst() else { return }
        let result = work()
        answer.withLock { $0 = result }
        done.post()
    }

    /// Returns the result: runs the work, or waits for it if another thread has started it.
    func finish() -> Answer {
        if isFirst() { return work() }
        while true {
            if let result = answer.withLock({ $0 }) { return result }
            done.wait()
        }
    }

    private func isFirst() -> Bool { !isBegun.exchange(true, ordering: .relaxed) }
}
