import Domain
import MVICore

/// A drop's end is told once the last of its jobs has ended.
extension Jobs {
    /// A question that is on its way may have been answered before this job ended: it is asked once more.
    static func tally(_ state: inout State, _ drop: DropID) -> Command<Self> {
        state.tallies[drop] = .asked
        return .run(.tally(drop), as: .drop(drop))
    }

    /// Bad lines of a batch have failed before anything began. Their drop is asked for once.
    static func endAtOnce(_ state: inout State, _ jobs: [Job]) -> [Command<Self>] {
        let bad = jobs.compactMap { job -> (Job, JobFailure)? in
            if case .failed(let failure) = job.state { (job, failure) } else { nil }
        }
        state.finished.failed += bad.count
        let drops = Set(bad.map(\.0.drop)).sorted()
        return bad.map { .emit(.failed($0.0, $0.1)) } + drops.map { tally(&state, $0) }
    }

    /// Some wait for a person from the first.
    static func held(_ jobs: [Job]) -> [Command<Self>] {
        jobs.compactMap { job in
            if case .held(let reason) = job.state { .emit(.held(job, reason)) } else { nil }
        }
    }

    static func tallied(
        _ state: inout State, _ drop: DropID, _ answer: Result<DropTally, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch answer {
        case .success(let tally):
            state.tallies[drop] = nil
            if tally.open > 0 { return [] }
            state.withdrawn.remove(drop)
            return [.emit(.dropEnded(drop, tally.ending))]
        case .failure(let failure):
            state.tallies[drop] = .askedAgain(at: stamp.now + .milliseconds(retryAfter))
            return [.emit(.storageFailed(failure))] + timer(&state, stamp)
        }
    }

    /// Asks again what the database could not say.
    static func tallyAgain(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        let due = state.tallies.filter { _, tally in
            if case .askedAgain(let moment) = tally { moment <= stamp.now } else { false }
        }
        return due.keys.sorted().map { tally(&state, $0) }
    }
}
