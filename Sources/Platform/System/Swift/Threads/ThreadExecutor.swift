/// Threads for what blocks or computes long, so that the cooperative pool stays free for answers. Tasks run on it by
/// `Task(executorPreference:)`, single calls by `run`. Its threads end with it, or earlier with `shutdown`.
package final class ThreadExecutor: TaskExecutor {
    private let crew: ThreadCrew

    /// `name` is what process listings show (15 bytes are kept); `threads` is at least one.
    package convenience init(name: String, threads: Int = 1) {
        self.init(ThreadCrew(name: name, threads: threads))
    }

    /// Each of the threads calls `rest` once whenever it has had work, and then none for `after`.
    package convenience init(name: String, threads: Int, after: Duration, rest: @escaping @Sendable () -> Void) {
        self.init(ThreadCrew(name: name, threads: threads, rest: ThreadCrew.Rest(after: after, call: rest)))
    }

    private init(_ crew: ThreadCrew) {
        self.crew = crew
    }

    deinit {
        crew.close()
    }

    /// What comes after `shutdown` runs on the cooperative pool: a task that started must be able to end.
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = unsafe asUnownedTaskExecutor()
        let taken = crew.offer { unsafe job.runSynchronously(on: executor) }
        if !taken { globalConcurrentExecutor.enqueue(job) }
    }

    /// Whether the calling thread is one of its own: what is asked of it here is done at once.
    var isHere: Bool { crew.isHere }

    /// Whether there is more to do than the threads have taken up.
    package var hasQueued: Bool { crew.hasQueued }

    /// Runs a blocking call on one of the threads and returns here with what it answered: where the caller is on one of
    /// them already, on that. It is not interrupted by
    /// cancellation. After `shutdown` it runs where the caller stands.
    package func run<Answer: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        try await crew.run(work).get()
    }

    /// Queues a blocking call that nobody waits for. `false` after `shutdown`: it never runs.
    @discardableResult
    package func post(_ work: @escaping @Sendable () -> Void) -> Bool {
        crew.offer(work)
    }

    /// Returns as soon as one of the threads takes up new work, before all that is queued: proof that not every one of
    /// them is stuck. It is not interrupted by cancellation.
    package func answer() async {
        await crew.answered()
    }

    /// Takes no more work, finishes what is queued, and returns when the threads are done. Call it from elsewhere.
    package func shutdown() async {
        await crew.closed()
    }
}
