/// One thread as the executor of an actor that blocks (a database, say): give its `asUnownedSerialExecutor()` as the
/// actor's `unownedExecutor` and keep this value in the actor. The thread ends when nobody holds it any more.
package final class SerialThreadExecutor: SerialExecutor, TaskExecutor {
    private let crew: ThreadCrew

    /// `name` is what process listings show; 15 bytes are kept.
    package init(name: String) {
        crew = ThreadCrew(name: name, threads: 1)
    }

    deinit {
        crew.close()
    }

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let serial = unsafe asUnownedSerialExecutor()
        let task = unsafe asUnownedTaskExecutor()
        // The crew is closed by deinit alone, so it takes everything that can still be asked.
        _ = crew.offer { unsafe job.runSynchronously(isolatedTo: serial, taskExecutor: task) }
    }

    /// Runs a blocking call on the thread and returns here with what it answered.
    package func run<Answer: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Answer
    ) async throws(Failure) -> Answer {
        try await crew.run(work).get()
    }
}
