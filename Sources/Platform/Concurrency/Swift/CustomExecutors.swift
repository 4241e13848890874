internal import CThreads
internal import Synchronization
#if compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) internal import _Concurrency

/// Custom executors for a long-running program. The default ones wake the processor every second, and pass each job of
/// the main actor through two queues.
///
/// The customisation interface is specific to this compiler version; with other versions the default executors are
/// used.
package enum CustomExecutors {
    private enum Factory: ExecutorFactory {
        private static let loop = MainLoop()
        private static let pool = TaskPool(threads: max(2, Processors.count))

        static var mainExecutor: any MainExecutor { loop }
        static var defaultExecutor: any TaskExecutor { pool }

        static func run() -> Never {
            // `stop` is never called on this loop.
            while true { loop.run() }
        }
    }

    /// Runs a program on these executors, and `body` on the main actor, which uses the calling thread. Call it once, on
    /// the main thread, before any asynchronous work starts. `body` must end the process.
    package static func run(_ body: @escaping @MainActor @Sendable () async -> Never) -> Never {
        _createExecutors(factory: Factory.self)
        Task { @MainActor in await body() }
        Factory.run()
    }
}

/// The main actor's executor. Its thread sleeps in the kernel and wakes once for all jobs that were enqueued meanwhile.
final class MainLoop: MainExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let wakeup = Semaphore()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count == 1
        }
        if isFirst { wakeup.post() }
    }

    /// Runs jobs on the calling thread until `stop` is called.
    func run() {
        unsafe cthreads_work_for(Unmanaged.passUnretained(self).toOpaque())
        let executor = unsafe asUnownedSerialExecutor()
        while true {
            let (jobs, isStopped) = state.withLock { state in
                defer { state.jobs = [] }
                return (state.jobs, state.isStopped)
            }
            for job in jobs { unsafe job.runSynchronously(on: executor) }
            if isStopped { return }
            if jobs.isEmpty { wakeup.wait() }
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        wakeup.post()
    }

    func isIsolatingCurrentContext() -> Bool? {
        unsafe cthreads_works_for() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "this is not the main actor's thread")
    }
}

/// The default executor, for tasks without an executor preference: a thread pool and a timer thread.
final class TaskPool: TaskExecutor, SchedulingExecutor {
    private let threadPool: ThreadPool
    private let timer = TimerThread()

    init(threads: Int) {
        threadPool = ThreadPool(name: "tasks", threads: threads)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        offer(UnownedJob(job))
    }

    private func offer(_ job: UnownedJob) {
        let executor = unsafe asUnownedTaskExecutor()
        // The thread pool is never closed.
        _ = threadPool.offer { unsafe job.runSynchronously(on: executor) }
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        let job = UnownedJob(job)
        // Only clocks of the standard library are passed here; their durations are of type `Duration`.
        timer.call(after: delay as? Duration ?? .zero) { self.offer(job) }
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }
}
#endif

/// Calls closures at given times on one thread, which sleeps until the next one is due.
final class TimerThread: Sendable {
    typealias Call = @Sendable () -> Void

    private struct ScheduledCall {
        /// CLOCK_MONOTONIC, in nanoseconds.
        let time: Int64
        let call: Call
    }

    /// Sorted by time, the next one last.
    private let scheduled = Mutex<[ScheduledCall]>([])
    private let wakeup = Semaphore()

    init() {
        do { try Thread.start("alarms") { self.work() } } catch { preconditionFailure("cannot start the timer thread") }
    }

    /// Calls `call` after `delay` on the shared thread; it must return quickly. Closures due at the same time run in
    /// the order they were added. Delays of ten seconds or more may be extended by up to a sixteenth, so that timers
    /// that expire at about the same time wake the processor once. There is no cancellation: a timer whose wait was
    /// abandoned still fires.
    func call(after delay: Duration, _ call: @escaping Call) {
        let time = TimerThread.rounded(Semaphore.now + delay.nanoseconds, after: delay)
        let isNext = scheduled.withLock { calls in
            let index = TimerThread.index(of: time, in: calls)
            calls.insert(ScheduledCall(time: time, call: call), at: index)
            return index == calls.count - 1
        }
        if isNext { wakeup.post() }
    }

    /// Rounds `time` up to a multiple of a power of two nanoseconds, for delays of ten seconds or more.
    static func rounded(_ time: Int64, after delay: Duration) -> Int64 {
        if delay < .seconds(10) { return time }
        var step: Int64 = 1
        while step * 32 <= delay.nanoseconds { step *= 2 }
        return (time + step - 1) / step * step
    }

    /// The index after all later calls and before those due at `time` or earlier.
    private static func index(of time: Int64, in calls: [ScheduledCall]) -> Int {
        var (low, high) = (0, calls.count)
        while low < high {
            let middle = (low + high) / 2
            if calls[middle].time > time { low = middle + 1 } else { high = middle }
        }
        return low
    }

    private func work() -> Never {
        while true {
            let now = Semaphore.now
            let (due, next) = scheduled.withLock { calls -> ([ScheduledCall], Int64?) in
                let first = TimerThread.index(of: now, in: calls)
                let due = Array(calls[first...].reversed())
                calls.removeLast(due.count)
                return (due, calls.last?.time)
            }
            for call in due { call.call() }
            if due.isEmpty { wakeup.wait(until: next) }
        }
    }
}
