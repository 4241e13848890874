/// The main actor's executor while a schedule runs the process.
final class MainLine: SerialExecutor {
    func enqueue(_ job: consuming ExecutorJob) {
        Schedule.addMain(UnownedJob(job))
    }
}
