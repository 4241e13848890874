package import Domain
import MVICore

/// What users ask for, and the answers.
extension Jobs {
    /// A user's request about one job.
    package enum UserRequest: Equatable, Sendable {
        /// Queues a job again that failed, was cancelled or is unknown.
        case retry(mayPayTwice: Bool)
        /// Permits paying for a held job regardless of spending caps.
        case approve
        /// Cancels a job. A job with a step in progress is marked and ends as soon as that step has finished.
        case cancel
        /// Renders and delivers a done job's outputs once more.
        case redeliver
        /// Deletes the files and the record of a job that has ended.
        case forget

        /// Whether it queues a job that has ended.
        var takesSlot: Bool {
            switch self {
            case .retry, .redeliver: true
            case .approve, .cancel, .forget: false
            }
        }
    }

    struct PendingRequest: Equatable, Sendable {
        let request: UserRequest
        let ticket: Ticket
    }

    /// New jobs of one request without a file in a watch folder.
    package struct Submission: Equatable, Sendable {
        package let jobs: SubmittedJobs
        /// No file, so its name alone makes it unique.
        package let drop: Drop
        /// The bytes of the submitted pictures, if any. They exist only here until they are stored.
        package let pictures: [[UInt8]]
        package let key: SubmissionKey?

        package init(_ jobs: SubmittedJobs, drop: Drop, pictures: [[UInt8]] = [], key: SubmissionKey? = nil) {
            self.jobs = jobs
            self.drop = drop
            self.pictures = pictures
            self.key = key
        }
    }

    /// A job that a user retried, as stored.
    package struct ReopenedJob: Equatable, Sendable {
        package let job: Job
        /// The job's drop, if it had been refused and was read again.
        package let drop: Drop?
        /// The other jobs of that drop, if it is a batch.
        package let others: [Job]

        package init(_ job: Job, of drop: Drop? = nil, others: [Job] = []) {
            self.job = job
            self.drop = drop
            self.others = others
        }
    }

    /// A submission that is being stored, without its pictures.
    struct NewJobs: Equatable, Sendable {
        let first: JobID
        let count: Int
        let drop: Drop
    }

    /// A forgotten job's age and files.
    package struct ForgottenFiles: Equatable, Sendable {
        /// The creation time of the job.
        package let created: UTCMillis
        /// The number of files removed from the outbox and the archive.
        package var removed: Int
        /// The folder that still has the source of a failed drop, which is never deleted.
        package var keptSource: String?

        package init(created: UTCMillis, removed: Int = 0, keptSource: String? = nil) {
            self.created = created
            self.removed = removed
            self.keptSource = keptSource
        }
    }

    /// The outcome of a user's request.
    package enum Answer: Equatable, Sendable {
        /// The submission as stored. Its jobs are others if an earlier submission had the same key.
        case submitted(SubmittedJobs)
        case submitRefused(SubmitRefusal)
        case retried
        case retryRefused(RetryRefusal)
        case approved
        case approveRefused(ApproveRefusal)
        case redelivering
        case redeliverRefused(RedeliverRefusal)
        /// The job is cancelled, or marked because it can't be stopped at once.
        case cancelled
        /// `nil`: the job has already ended or does not exist.
        case cancelRefused(RepositoryFailure?)
        case forgotten(ForgottenFiles)
        case forgetRefused(ForgetRefusal)
    }
}

/// The order of requests: one at a time for each job, so that none is judged by a state that is about to change.
extension Jobs {
    static func requested(
        _ state: inout State, _ request: UserRequest, _ id: JobID, _ ticket: Ticket, _ stamp: Stamp
    ) -> [Command<Self>] {
        state.requests[id, default: []].append(PendingRequest(request: request, ticket: ticket))
        return state.requests[id]?.count == 1 ? begin(&state, id, stamp) : []
    }

    /// Begins the first request about a job.
    private static func begin(_ state: inout State, _ id: JobID, _ stamp: Stamp) -> [Command<Self>] {
        switch state.requests[id]?.first?.request {
        case .retry(let mayPayTwice): retry(&state, id, mayPayTwice, stamp)
        case .approve: approve(&state, id, stamp)
        case .cancel: cancel(&state, id, stamp)
        case .redeliver: redeliver(&state, id, stamp)
        case .forget: forget(&state, id, stamp)
        case nil: []
        }
    }

    /// Answers the first request about a job and begins the next.
    private static func answer(
        _ state: inout State, _ id: JobID, _ answer: Answer, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard var pending = state.requests[id], !pending.isEmpty else { return [] }
        let first = pending.removeFirst()
        state.requests[id] = pending.isEmpty ? nil : pending
        return [.emit(.answered(first.ticket, answer))] + begin(&state, id, stamp)
    }
}

/// Submissions.
extension Jobs {
    /// Accepted while draining too: the jobs are stored, and the stores of the next configuration work on it.
    static func submit(_ state: inout State, _ submission: Submission, _ ticket: Ticket) -> [Command<Self>] {
        let new = NewJobs(
            first: submission.jobs.first.id, count: submission.jobs.jobs.count, drop: submission.drop)
        guard state.hasRoom(for: new.count) else { return [.emit(.answered(ticket, .submitRefused(.noRoom)))] }
        state.submitting[ticket] = new
        return [.run(.submit(submission, ticket), as: .submission(ticket), ifRunning: .keep)]
    }

    static func submitted(
        _ state: inout State, _ ticket: Ticket, _ answer: Result<SubmittedJobs, SubmitRefusal>, _ stamp: Stamp
    ) -> [Command<Self>] {
        guard let new = state.submitting.removeValue(forKey: ticket) else { return [] }
        switch answer {
        case .failure(let refusal): return [.emit(.answered(ticket, .submitRefused(refusal)))]
        case .success(let stored):
            let answer = Command<Self>.emit(.answered(ticket, .submitted(stored)))
            guard stored.first.id == new.first else { return [answer] }
            return [.emit(.submitted(stored.jobs, new.drop))] + accept(&state, stored.jobs, stamp) + [answer]
        }
    }
}

/// Retries and approvals.
extension Jobs {
    private static func retry(
        _ state: inout State, _ id: JobID, _ mayPayTwice: Bool, _ stamp: Stamp
    ) -> [Command<Self>] {
        if let refusal = retryRefusal(state, id) { return answer(&state, id, .retryRefused(refusal), stamp) }
        let effect = Effect.reopen(id, mayPayTwice: mayPayTwice, token: stamp.utc.milliseconds)
        return [.run(effect, as: .job(id), ifRunning: .keep)]
    }

    private static func retryRefusal(_ state: State, _ id: JobID) -> RetryRefusal? {
        if state.phase == .draining { return .draining }
        if let entry = state.entries[id] {
            let isUnknown = entry.job.state == .unknown && entry.activity == .awaitingUser
            return isUnknown ? nil : .notRetryable(state: entry.job.state.word)
        }
        return state.hasRoomForEnded ? nil : .noRoom
    }

    static func reopened(
        _ state: inout State, _ id: JobID, _ result: Result<ReopenedJob, RetryRefusal>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch result {
        case .failure(let refusal): return answer(&state, id, .retryRefused(refusal), stamp)
        case .success(let reopened):
            guard let drop = reopened.drop else {
                return requeue(&state, reopened.job, .retried, Event.retried, stamp)
            }
            return [.emit(.readmitted(drop))] + answer(&state, id, .retried, stamp)
                + accept(&state, [reopened.job] + reopened.others, stamp)
        }
    }

    private static func approve(_ state: inout State, _ id: JobID, _ stamp: Stamp) -> [Command<Self>] {
        if let refusal = approvalRefusal(state, id) { return answer(&state, id, .approveRefused(refusal), stamp) }
        return [start(.approve(id, token: stamp.utc.milliseconds), of: id, as: .moving, &state)]
    }

    private static func approvalRefusal(_ state: State, _ id: JobID) -> ApproveRefusal? {
        if state.phase == .draining { return .draining }
        if let entry = state.entries[id] { return entry.isHeld && !entry.isCancelled ? nil : .notHeld }
        return state.hasFreeSlot ? nil : .noRoom
    }

    static func approved(
        _ state: inout State, _ id: JobID, _ result: Result<Job?, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch result {
        case .success(.some(let job)): return requeue(&state, job, .approved, Event.approved, stamp)
        case .success(.none): return refuse(&state, id, .notHeld, stamp)
        case .failure(let failure): return refuse(&state, id, .repository(failure), stamp)
        }
    }

    private static func redeliver(_ state: inout State, _ id: JobID, _ stamp: Stamp) -> [Command<Self>] {
        if let refusal = redeliverRefusal(state, id) {
            return answer(&state, id, .redeliverRefused(refusal), stamp)
        }
        return [.run(.redeliver(id, token: stamp.utc.milliseconds), as: .job(id), ifRunning: .keep)]
    }

    private static func redeliverRefusal(_ state: State, _ id: JobID) -> RedeliverRefusal? {
        if state.phase == .draining { return .draining }
        if let entry = state.entries[id] { return .notDone(state: entry.job.state.word) }
        return state.hasRoomForEnded ? nil : .noRoom
    }

    static func redelivering(
        _ state: inout State, _ id: JobID, _ result: Result<Job, RedeliverRefusal>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch result {
        case .failure(let refusal): answer(&state, id, .redeliverRefused(refusal), stamp)
        case .success(let job): requeue(&state, job, .redelivering, Event.redelivering, stamp)
        }
    }

    /// Queues a job again. The answer comes before the job's next step, so that a pending cancellation precedes it.
    private static func requeue(
        _ state: inout State, _ job: Job, _ outcome: Answer, _ event: (Job) -> Event, _ stamp: Stamp
    ) -> [Command<Self>] {
        var job = job
        if let known = state.entries[job.id]?.job.token { job.raiseToken(to: known) }
        state.entries[job.id] = Entry(job: job, activity: .queued)
        return [.emit(event(job))] + answer(&state, job.id, outcome, stamp) + advanceAndReport(&state, stamp)
    }

    private static func refuse(
        _ state: inout State, _ id: JobID, _ refusal: ApproveRefusal, _ stamp: Stamp
    ) -> [Command<Self>] {
        if let job = state.entries[id]?.job { state.entries[id]?.activity = activity(for: job, stamp) }
        return answer(&state, id, .approveRefused(refusal), stamp) + advance(&state, stamp)
    }
}

/// Cancellations.
extension Jobs {
    /// Cancels a job at once, or, when a step is in progress, marks its entry and stores the request in its row.
    private static func cancel(_ state: inout State, _ id: JobID, _ stamp: Stamp) -> [Command<Self>] {
        guard let entry = state.entries[id] else {
            return [.run(.cancelRow(id, token: stamp.utc.milliseconds), as: .job(id), ifRunning: .keep)]
        }
        state.cancelling.insert(id)
        if entry.isCancelled { return [] }
        state.entries[id]?.isCancelled = true
        let events: [Command<Self>] = entry.job.needsPicture ? [.emit(.pictureUnneeded(id))] : []
        switch entry.activity {
        case .awaitingPicture, .staging, .delivering, .moving:
            state.entries[id]?.isRecordingCancel = true
            return events + [.run(.recordCancellation(id), as: .cancelRecord(id), ifRunning: .keep)]
        case .queued, .sleeping, .awaitingUser:
            return events + write(&state, id, .cancelled) + advance(&state, stamp)
        }
    }

    /// If the request could not be stored, it stays in force until the service stops.
    static func cancelRecorded(_ state: inout State, _ id: JobID, _ failure: RepositoryFailure?) -> [Command<Self>] {
        state.entries[id]?.isRecordingCancel = false
        return failure.map { [.emit(.storageFailed($0))] } ?? []
    }

    static func rowCancelled(
        _ state: inout State, _ id: JobID, _ result: Result<Job?, RepositoryFailure>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch result {
        case .failure(let failure): return answer(&state, id, .cancelRefused(failure), stamp)
        case .success(.none): return answer(&state, id, .cancelRefused(nil), stamp)
        case .success(.some(let job)):
            state.finished.cancelled += 1
            return [.emit(.cancelled(job)), tally(&state, job.drop)] + answer(&state, id, .cancelled, stamp)
        }
    }

    /// Answers the cancellations that have taken effect with this step.
    static func answerCancellations(_ state: inout State, _ stamp: Stamp) -> [Command<Self>] {
        var commands: [Command<Self>] = []
        while let id = state.cancelling.filter({ state.hasAppliedCancel($0) }).min() {
            state.cancelling.remove(id)
            commands += answer(&state, id, .cancelled, stamp)
        }
        return commands
    }
}

/// Forgetting.
extension Jobs {
    private static func forget(_ state: inout State, _ id: JobID, _ stamp: Stamp) -> [Command<Self>] {
        if let entry = state.entries[id] {
            return answer(&state, id, .forgetRefused(.notEnded(state: entry.job.state.word)), stamp)
        }
        return [.run(.forget(id), as: .job(id), ifRunning: .keep)]
    }

    static func forgotten(
        _ state: inout State, _ id: JobID, _ result: Result<ForgottenFiles, ForgetRefusal>, _ stamp: Stamp
    ) -> [Command<Self>] {
        switch result {
        case .success(let removed): answer(&state, id, .forgotten(removed), stamp)
        case .failure(let refusal): answer(&state, id, .forgetRefused(refusal), stamp)
        }
    }
}

extension Jobs.State {
    /// Whether the cancellation has taken effect: the job is gone, or only marked because it can't be stopped at once
    /// or that can't be stored now.
    fileprivate func hasAppliedCancel(_ id: JobID) -> Bool {
        guard let entry = entries[id] else { return true }
        return entry.activity != .moving && entry.isCancelled && !entry.isRecordingCancel
    }
}
