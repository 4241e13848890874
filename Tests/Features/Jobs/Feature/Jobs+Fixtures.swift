import Domain
@testable import JobsFeature
import MVICore

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
        for drop in tallies { state.tallies[drop] = .running }
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

extension Jobs.State {
    /// A state with requests about one job; the first is in progress. Their tickets are numbered from 1.
    func asked(_ id: JobID, _ requests: Jobs.UserRequest...) -> Jobs.State {
        var state = self
        state.requests[id] = requests.enumerated().map {
            Jobs.PendingRequest(request: $1, ticket: Ticket(UInt64($0) + 1))
        }
        return state
    }
}

extension Command<Jobs> {
    /// The answer to the request with the ticket of that number.
    static func answer(_ answer: Jobs.Answer, _ number: UInt64 = 1) -> Command<Jobs> {
        .emit(.answered(Ticket(number), answer))
    }
}

extension Jobs.Action {
    static func ask(_ request: Jobs.UserRequest, _ id: JobID, _ number: UInt64 = 1) -> Jobs.Action {
        .ask(request, of: id, Ticket(number))
    }
}

extension Jobs.InternalAction {
    static func requested(_ request: Jobs.UserRequest, _ id: JobID, _ number: UInt64 = 1) -> Jobs.InternalAction {
        .requested(request, of: id, Ticket(number))
    }
}
