import ControlServer
import Domain
import Repositories

/// Times the jobs that it hears the end of, from what the database knows of their states: that lasts over restarts.
struct StageMeter: LogSink {
    let next: any LogSink
    let spool: SQLiteSpoolRepository
    let meters: Meters

    func write(_ entry: LogEntry) {
        next.write(entry)
        var job: JobID?
        var hasEnded = false
        for field in entry.fields {
            switch field {
            case .job(let id): job = id
            case .state(let word): hasEnded = ["done", "failed", "cancelled"].contains(word)
            default: break
            }
        }
        guard let job, hasEnded else { return }
        Task { await measure(job) }
    }

    /// No job ends by a step on the way.
    func write(later entry: @escaping @Sendable () -> LogEntry) {
        next.write(later: entry)
    }

    /// Nothing is measured where the database can't say.
    private func measure(_ job: JobID) async {
        guard let times = try? await spool.steps(of: job) else { return }
        Self.add(times.steps, since: times.created, to: meters)
    }

    /// `created` and the steps' times in milliseconds since 1970.
    static func add(_ steps: [JobStory.Step], since created: Int64, to meters: Meters) {
        guard let end = steps.last, end.state.isEnd else { return }
        for (step, following) in zip(steps, steps.dropFirst()) {
            meters.add(.stage, .milliseconds(following.at - step.at), step.state.word)
        }
        meters.add(.job, .milliseconds(end.at - created), end.state.word)
    }
}
