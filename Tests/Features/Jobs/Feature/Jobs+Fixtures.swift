import Domain
@testable import JobsFeature

extension Jobs.State {
    static func running(
        _ entries: [(Job, Jobs.Activity)] = [], stagings: Int = 16, done: Int = 0, failed: Int = 0,
        cancelled: Int = 0, timer: Duration? = nil, tallies: [DropID] = []
    ) -> Jobs.State {
        var state = Jobs.State.initial(stagings: stagings)
        state.phase = .running
        for (job, activity) in entries { state.entries[job.id] = Jobs.Entry(job: job, activity: activity) }
        state.finished.done = done
        state.finished.failed = failed
        state.finished.cancelled = cancelled
        state.timerAt = timer
        for drop in tallies { state.tallies[drop] = .asked }
        return state
    }
}

extension Job {
    func with(_ state: JobState) -> Job {
        var job = self
        job.state = state
        return job
    }

    func with(outputs: [OutputFile]) -> Job {
        var job = self
        job.outputs = outputs
        return job
    }

    func with(picture: StoredPicture) -> Job {
        var job = self
        job.picture = picture
        return job
    }
}
