import Domain
import MVICore

/// What an answer says of the job, and what of the backend.
extension Backends {
    /// How long a job waits when the database or a folder is at fault, in milliseconds.
    private static let storageWait: Int64 = 30_000

    static func answered(
        _ state: inout State, _ id: JobID, _ answer: Result<StoredPicture, JobFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let call = state.calls.removeValue(forKey: id) else { return [] }
        switch answer {
        case .success(let picture):
            state.tries[id] = nil
            let commands = worked(&state, call.backend)
            return commands + [.emit(.answered(id, .picture(picture)))] + advance(&state, stamp)
        case .failure(let failure):
            let (verdict, commands) = judge(&state, call, failure, stamp)
            let said = call.isCancelled ? .cancelled : verdict
            if !said.isWaiting { state.tries[id] = nil }
            return commands + [.emit(.answered(id, said))] + advance(&state, stamp)
        }
    }

    private static func judge(
        _ state: inout State, _ call: RunningCall, _ failure: JobFailure, _ stamp: Stamp
    ) -> (PictureAnswer, [Command<Self>]) {
        switch failure {
        case .backend(_, let cause): return judge(&state, call, cause, stamp)
        case .delivery, .storage: return (.waits(failure, until: stamp.utc + storageWait), [])
        case .picture, .pictureLost, .noSuchBackend: return (.failed(failure), [])
        }
    }

    private static func judge(
        _ state: inout State, _ call: RunningCall, _ cause: BackendFailure, _ stamp: Stamp
    ) -> (PictureAnswer, [Command<Self>]) {
        let name = call.backend
        if cause == .lost, state.backends[name]?.rules.isFree == true {
            // Its server was started anew, most likely: where that costs nothing, the work is asked for again.
            return judge(&state, call, .transient(said: "it does not know the work any more"), stamp)
        }
        switch cause {
        case .auth, .quota, .gone, .closed, .config, .loading:
            let commands = fail(&state, name, cause, nil, stamp)
            return (wait(state, name, cause, stamp), commands)
        case .transient, .timeout:
            let commands = fail(&state, name, cause, call.job.id, stamp)
            return (wait(state, name, cause, stamp), commands)
        case .rateLimited(let after):
            let commands = slowDown(&state, name, after, stamp)
            return (wait(state, name, cause, stamp), commands)
        case .unknown: return unknown(&state, call, stamp)
        case .cancelled: return (.cancelled, [])
        case .moderated, .invalid, .empty, .badResponse, .expired, .lost, .tooLarge, .failed, .unsupported:
            return (.failed(.backend(name, cause)), [])
        }
    }

    /// The job waits as long as the backend's others do, whatever became of the backend meanwhile.
    private static func wait(
        _ state: State, _ name: String, _ cause: BackendFailure, _ stamp: Stamp
    ) -> PictureAnswer {
        let until = [state.wait(for: name, stamp)?.until].compactMap(\.self).reduce(stamp.utc, max)
        return .waits(.backend(name, cause), until: until)
    }

    /// A lost answer says that something is wrong with the way to the backend: before more is paid for, it is looked at.
    /// Not so when the call was an earlier run's, of which only the end is unknown.
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
