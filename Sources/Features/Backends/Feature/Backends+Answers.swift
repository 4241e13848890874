import Domain
import MVICore

/// Results of calls: their consequences for the job and for the backend.
extension Backends {
    /// The wait after an error of the database or a folder, in milliseconds.
    private static let storageWait: Int64 = 30_000
    private static let sharedStoreWait: Int64 = 4_000

    static func answered(
        _ state: inout State, _ id: JobID, _ answer: Result<GeneratedPicture, JobFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let call = state.calls.removeValue(forKey: id) else { return [] }
        switch answer {
        case .success(let picture): return generated(&state, call, picture, stamp)
        // The backend is not at fault, however it reports that it was stopped.
        case .failure where call.isStopped && !call.isCancelled:
            return [.emit(.answered(id, .unstarted))] + advance(&state, stamp)
        case .failure(let failure):
            let (verdict, commands) = judge(&state, call, failure, stamp)
            if usesFallback(state, call, failure, verdict) {
                state.queue.insert(call.job, at: 0)
                return commands + advance(&state, stamp)
            }
            let answer = call.isCancelled ? .cancelled : verdict
            if !answer.isWaiting { state.tries[id] = nil }
            return commands + [.emit(.answered(id, answer))] + advance(&state, stamp)
        }
    }

    private static func generated(
        _ state: inout State, _ call: RunningCall, _ picture: GeneratedPicture, _ stamp: Stamp
    ) -> [Command<Self>] {
        let id = call.job.id
        state.tries[id] = nil
        let answer = Command<Self>.emit(.answered(id, .picture(picture.picture)))
        if picture.isReused {
            state.reused += 1
            return [answer] + advance(&state, stamp)
        }
        state.made += 1
        // A successful fetch says nothing about the backend that generated the picture.
        var commands = call.isFetch ? [] : worked(&state, picture.backend)
        if let pause = picture.pause { commands += pauseAll(&state, picture.backend, pause, stamp) }
        if !picture.warnings.isEmpty { commands.append(.emit(.nearCaps(picture.warnings))) }
        return commands + [answer] + advance(&state, stamp)
    }

    /// `true` if a job that would wait for its backend has another one that accepts calls. Work that was already
    /// submitted to another backend stays there.
    private static func usesFallback(
        _ state: State, _ call: RunningCall, _ failure: JobFailure, _ verdict: PictureAnswer
    ) -> Bool {
        guard case .backend(call.backend, let cause) = failure, cause != .unknown, verdict.isWaiting else {
            return false
        }
        return !call.isCancelled && state.availableBackend(of: call.job).map { $0 != call.backend } == true
    }

    private static func judge(
        _ state: inout State, _ call: RunningCall, _ failure: JobFailure, _ stamp: Stamp
    ) -> (PictureAnswer, [Command<Self>]) {
        switch failure {
        // Cancelled work that the backend no longer knows is simply cancelled. The backend is not at fault.
        case .backend(_, .lost) where call.isCancelled: return (.cancelled, [])
        case .backend(let name, let cause):
            return judge(&state, RunningCall(job: call.job, backend: name), cause, stamp)
        case .unfetched(let fetch):
            // The backend has generated the picture, so it is working.
            let commands = call.isFetch ? [] : worked(&state, fetch.backend)
            return (wait(for: fetch, of: call.job.id, stamp), commands)
        case .overBudget(let stop):
            let isNew = state.usedUp.insert(stop).inserted
            let held = PictureAnswer.held(.budget(stop, until: release(&state, stop, stamp)))
            return (held, isNew ? [.emit(.usedUp(stop))] : [])
        case .delivery(.sharedStore): return (.waits(failure, until: stamp.utc + sharedStoreWait), [])
        case .delivery, .storage: return (.waits(failure, until: stamp.utc + storageWait), [])
        case .picture, .pictureLost, .nameTaken, .noSuchBackend, .request, .refused, .gate:
            return (.failed(failure), [])
        }
    }

    /// The time at which a held job is released. `maxRelease` jobs are released per hour, the first when the cap
    /// resets.
    private static func release(_ state: inout State, _ stop: BudgetExceeded, _ stamp: Stamp) -> UTCMillis {
        state.releases = state.releases.filter { $0.key > stamp.utc }
        state.usedUp = state.usedUp.filter { $0.resetsAt > stamp.utc }
        let released = state.releases[stop.resetsAt, default: 0]
        state.releases[stop.resetsAt, default: 0] += 1
        return stop.release(released, perHour: state.maxRelease)
    }

    private static func judge(
        _ state: inout State, _ call: RunningCall, _ cause: BackendFailure, _ stamp: Stamp
    ) -> (PictureAnswer, [Command<Self>]) {
        let name = call.backend
        if cause == .lost, state.backends[name]?.rules.isFree == true {
            // The server was most likely restarted. Since the backend is free, the picture is requested again.
            return judge(&state, call, .transient(message: "the server no longer knows the work"), stamp)
        }
        switch cause {
        case .auth, .quota, .gone, .closed, .config, .loading:
            let commands = fail(&state, name, cause, nil, stamp)
            return (wait(state, name, cause, stamp), commands)
        case .transient, .timeout:
            let commands = fail(&state, name, cause, call.job.id, stamp)
            return (wait(state, name, cause, stamp), commands)
        case .rateLimited(let after):
            let commands = refused(&state, name, after, stamp)
            return (wait(state, name, cause, stamp), commands)
        case .unknown: return unknown(&state, call, stamp)
        case .cancelled: return (.cancelled, [])
        case .moderated, .invalid, .empty, .badResponse, .expired, .lost, .tooLarge, .failed, .unsupported:
            return (.failed(.backend(name, cause)), [])
        }
    }

    /// The job waits as long as the backend's other jobs, whatever has happened to the backend meanwhile.
    private static func wait(
        _ state: State, _ name: String, _ cause: BackendFailure, _ stamp: Stamp
    ) -> PictureAnswer {
        .waits(.backend(name, cause), until: max(stamp.utc, state.wait(for: name, stamp)?.until ?? stamp.utc))
    }

    /// Handles a lost answer. It indicates a problem on the way to the backend, so the backend is health-checked before
    /// more money is spent. A call of an earlier run is no such indication: only its outcome is unknown.
    private static func unknown(
        _ state: inout State, _ call: RunningCall, _ stamp: Stamp
    ) -> (PictureAnswer, [Command<Self>]) {
        let name = call.backend
        let rules = state.backends[name]?.rules
        let mayRepeat = rules.map { $0.mayRepeat(call.job) } == true
        let isOld = call.job.state == .submitting || call.job.state == .submitted
        let suspect = mayRepeat ? call.job.id : nil
        let commands = isOld && !mayRepeat ? [] : fail(&state, name, .unknown, suspect, stamp)
        if mayRepeat { return (wait(state, name, .unknown, stamp), commands) }
        return (rules?.onUnknown == .fail ? .failed(.backend(name, .unknown)) : .unknown, commands)
    }
}

extension PictureAnswer {
    fileprivate var isWaiting: Bool {
        if case .waits = self { return true }
        return false
    }
}
