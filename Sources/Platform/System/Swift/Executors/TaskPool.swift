#if compiler(>=6.3) && compiler(<6.4)
@_spi(ExperimentalScheduling) internal import _Concurrency

/// The threads of all tasks that name no other place, and what wakes those that sleep.
final class TaskPool: TaskExecutor, SchedulingExecutor {
    private let crew: ThreadCrew
    private let alarms = Alarms()

    init(threads: Int) {
        crew = ThreadCrew(name: "tasks", threads: threads)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        offer(UnownedJob(job))
    }

    private func offer(_ job: UnownedJob) {
        let executor = unsafe asUnownedTaskExecutor()
        // The crew is never closed.
        _ = crew.offer { unsafe job.runSynchronously(on: executor) }
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
        let job = UnownedJob(job)
        // Only the clocks of the standard library come here; their durations are these.
        alarms.call(after: delay as? Duration ?? .zero) { self.offer(job) }
    }

    func enqueue<C: Clock>(
        _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
        enqueue(job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }
}
#endif
