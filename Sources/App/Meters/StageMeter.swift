import ControlServer
import Domain

/// Times the jobs that it hears the end of, from what the database knows of their states: that lasts over restarts.
struct StageMeter: LogSink {
    let next: any LogSink
    let spool: any SpoolRepository
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

    /// Nothing is measured where the database can't say.
    private func measure(_ job: JobID) async {
        guard let story = try? await spool.story(job) else { return }
        Self.add(story, to: meters)
    }

    static func add(_ story: JobStory, to meters: Meters) {
        guard let end = story.steps.last, end.state.isEnd else { return }
        for (step, following) in zip(story.steps, story.steps.dropFirst()) {
            meters.add(.stage, .milliseconds(following.at - step.at), step.state.word)
        }
        meters.add(.job, .milliseconds(end.at - story.job.created), end.state.word)
    }
}
