#if compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalCustomExecutors) internal import _Concurrency
internal import CSystem
internal import Synchronization

/// The main actor's executor: the thread that runs it sleeps in the kernel, and is woken once for all that came meanwhile.
final class MainLoop: MainExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStopped = false
    }

    private let state = Mutex(State())
    private let bell = Semaphore()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = state.withLock { state in
            state.jobs.append(job)
            return state.jobs.count == 1
        }
        if isFirst { bell.post() }
    }

    /// Runs on the calling thread what comes, until it is stopped.
    func run() {
        unsafe csys_work_for(Unmanaged.passUnretained(self).toOpaque())
        let executor = unsafe asUnownedSerialExecutor()
        while true {
            let (jobs, isStopped) = state.withLock { state in
                defer { state.jobs = [] }
                return (state.jobs, state.isStopped)
            }
            for job in jobs { unsafe job.runSynchronously(on: executor) }
            if isStopped { return }
            if jobs.isEmpty { bell.wait() }
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        bell.post()
    }

    func isIsolatingCurrentContext() -> Bool? {
        unsafe csys_works_for() == UnsafeRawPointer(Unmanaged.passUnretained(self).toOpaque())
    }

    func checkIsolated() {
        precondition(isIsolatingCurrentContext() == true, "this is not the main actor's thread")
    }
}
#endif
