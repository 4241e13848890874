package import Domain
package import MVICore

/// Takes every job from `queued` to its final state: requests its picture from a backend, renders and stages the
/// outputs, then delivers them.
package enum Jobs: Feature {
    package enum Action: Equatable, Sendable {
        /// Resumes the unfinished jobs of earlier runs, then starts work.
        case start
        /// Adds jobs that Intake created. Their rows are already in the database.
        case accept([Job])
        /// Continues with jobs that this service has claimed in the database, in whatever state they are.
        case adopt([Job])
        /// A drop was refused. Its failed job is in the database.
        case countRefusal
        /// Backends' answer to `needsPictures`.
        case pictureArrived(JobID, PictureAnswer)
        /// A backend has got further with a job's picture; `nil`: a new call for it has begun.
        case progressed(JobID, GenerationProgress?)
        /// A backend accepts calls again. The jobs that wait because of it are queued at once.
        case released(backend: String)
        /// The database answers again: jobs that wait for it continue at once.
        case databaseRestored
        /// Stores a user's submission and adds its jobs. `answered` carries the ticket.
        case submit(Submission, Ticket)
        /// A user's request about one job. `answered` carries the ticket. Requests about the same job are handled one
        /// after the other.
        case ask(UserRequest, of: JobID, Ticket)
        /// The drop's file was removed or replaced. Its jobs that were not submitted to a backend yet are cancelled.
        case withdraw(DropID)
        /// Starts no new jobs until `resume`. Jobs that have begun continue.
        case pause
        case resume
        /// What closed gates keep from starting. Jobs that have begun continue.
        case gatesChanged(GateClosures)
        /// Finishes the steps in progress and delivers what is staged, but starts nothing new.
        case drain
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case claimedUnfinished(Result<[Job], RepositoryFailure>)
        case accepted([Job])
        case adopted([Job])
        case refusalCounted
        case pictureReceived(JobID, PictureAnswer)
        case progressed(JobID, GenerationProgress?)
        case released(backend: String)
        case databaseRestored
        case submissionRequested(Submission, Ticket)
        /// The submission as stored. Its jobs are others if an earlier submission had the same key.
        case submitted(Ticket, Result<SubmittedJobs, SubmitRefusal>)
        case requested(UserRequest, of: JobID, Ticket)
        case reopened(JobID, Result<ReopenedJob, RetryRefusal>)
        case redelivering(JobID, Result<Job, RedeliverRefusal>)
        /// `nil`: the job is no longer held.
        case approved(JobID, Result<Job?, RepositoryFailure>)
        case forgotten(JobID, Result<ForgottenFiles, ForgetRefusal>)
        /// A job without an entry was cancelled in the database. `nil`: the job has already ended or does not exist.
        case rowCancelled(JobID, Result<Job?, RepositoryFailure>)
        /// `nil`: the cancellation is stored and survives a restart.
        case cancelRecorded(JobID, RepositoryFailure?)
        case withdrawalRequested(DropID)
        /// `false`: the job was already submitted and continues.
        case withdrawn(JobID, Result<Bool, RepositoryFailure>)
        case paused(Bool)
        case gatesChanged(GateClosures)
        /// A job waits for a gate in the database. `false`: a call for it may have been sent, or it belongs to another
        /// owner.
        case parked(JobID, GateClosure, Result<Bool, RepositoryFailure>)
        /// Jobs whose gates are open now.
        case admittedGated(Result<GateAdmission, RepositoryFailure>)
        /// Result of writing a state. `false`: the job belongs to another owner.
        case moved(JobID, JobState, Result<Bool, RepositoryFailure>)
        /// `nil`: the job belongs to another owner.
        case staged(JobID, Result<[OutputFile]?, JobFailure>)
        /// Services that have its folder go on with the job.
        case handedOver(JobID)
        case delivered(JobID, Result<Bool, JobFailure>)
        case tallied(DropID, Result<DropProgress, RepositoryFailure>)
        case woke
        case draining
    }

    /// Each effect is described at its method of `JobsSideEffect`.
    package enum Effect: Equatable, Sendable {
        case claimUnfinished(limit: Int, after: JobID?, token: Int64, utc: UTCMillis)
        case move(Job, to: JobState)
        case park(Job, GateClosure)
        case admitGated(except: Set<String>, limit: Int, token: Int64)
        case stage(Job)
        case deliver(Job)
        case tally(DropID)
        case submit(Submission, Ticket)
        case reopen(JobID, mayPayTwice: Bool, token: Int64)
        case approve(JobID, token: Int64)
        case redeliver(JobID, token: Int64)
        case cancelRow(JobID, token: Int64)
        case recordCancellation(JobID)
        case forget(JobID)
        case withdraw(Job)
        case sleep(Duration)
    }

    package enum TaskID: Hashable, Sendable {
        case recoveringJobs
        case job(JobID)
        /// Looking for jobs whose gates are open.
        case gatedJobs
        /// Separate from `job`, because a cancellation is stored while another step of the job runs.
        case cancelRecord(JobID)
        case submission(Ticket)
        case drop(DropID)
        case timer
    }

    package enum Event: Equatable, Sendable {
        /// The number of further jobs that are accepted. Emitted after every step that may have changed it.
        case remainingCapacity(Int)
        /// These jobs need pictures from their backends.
        case needsPictures([Job])
        /// The job's picture is no longer needed.
        case pictureUnneeded(JobID)
        /// The job's picture is no longer needed, unless a call for it was already started.
        case callUnneeded(JobID)
        /// A page of unfinished jobs from earlier runs was resumed; the value is their number.
        case resumedJobs(Int)
        /// The job advanced by one state, or reached a state that it leaves at once because a user cancelled it.
        case stepped(Job)
        case done(Job)
        case failed(Job, JobFailure)
        case cancelled(Job)
        case waits(Job, JobFailure, until: UTCMillis)
        case unknown(Job)
        /// The job may not be paid for now.
        case held(Job, HoldReason)
        case approved(Job)
        /// The job is queued again.
        case retried(Job)
        /// The job's outputs are made and delivered once more.
        case redelivering(Job)
        /// A submission was stored with its drop.
        case submitted([Job], Drop)
        /// A refused drop was read again and has jobs now.
        case readmitted(Drop)
        /// The outcome of the request with this ticket. What it reports is stored.
        case answered(Ticket, Answer)
        /// The job belongs to another owner and was dropped from the state.
        case lost(Job)
        /// All jobs of a drop have ended; `nil` if the drop succeeded.
        case dropEnded(DropID, DropFailure?)
        /// A database access failed; it will be retried.
        case storageFailed(RepositoryFailure)
    }
}

extension Jobs {
    package static func admit(_ action: Action, _ state: State) -> InternalAction? {
        switch action {
        case .start: state.phase == .idle ? .started : nil
        case .accept(let jobs): .accepted(jobs)
        case .adopt(let jobs): .adopted(jobs)
        case .countRefusal: .refusalCounted
        case .pictureArrived(let id, let answer):
            state.entries[id]?.activity == .awaitingPicture ? .pictureReceived(id, answer) : nil
        case .progressed(let id, let progress):
            state.takesProgress(of: id, progress) ? .progressed(id, progress) : nil
        case .released(let backend): .released(backend: backend)
        case .databaseRestored: .databaseRestored
        case .submit(let submission, let ticket): .submissionRequested(submission, ticket)
        case .ask(let request, let id, let ticket): .requested(request, of: id, ticket)
        case .withdraw(let drop): state.withdrawn.contains(drop) ? nil : .withdrawalRequested(drop)
        case .pause: state.isPaused ? nil : .paused(true)
        case .resume: state.isPaused ? .paused(false) : nil
        case .gatesChanged(let closures):
            state.knowsGates && closures == state.closures ? nil : .gatesChanged(closures)
        case .drain: state.phase == .draining ? nil : .draining
        }
    }

    package static func reduce(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        let commands = apply(&state, fact, stamp)
        return state.cancelling.isEmpty ? commands : commands + answerCancellations(&state, stamp)
    }

    private static func apply(_ state: inout State, _ fact: InternalAction, _ stamp: Stamp) -> [Command<Self>] {
        switch fact {
        case .started: return start(&state, stamp)
        case .claimedUnfinished(let answer): return claimedUnfinished(&state, answer, stamp)
        case .accepted(let jobs): return accept(&state, jobs, stamp)
        case .adopted(let jobs): return adopt(&state, jobs, stamp)
        case .refusalCounted:
            state.finished.failed += 1
            return []
        case .pictureReceived(let id, let answer): return pictureReceived(&state, id, answer, stamp)
        case .progressed(let id, let progress):
            state.entries[id]?.progress = progress
            return []
        case .moved(let id, let target, let answer): return moved(&state, id, target, answer, stamp)
        case .staged(let id, let answer): return staged(&state, id, answer, stamp)
        case .handedOver(let id): return handedOver(&state, id, stamp)
        case .delivered(let id, let answer): return delivered(&state, id, answer, stamp)
        case .tallied(let drop, let answer): return tallied(&state, drop, answer, stamp)
        case .released(let backend): return released(&state, backend, stamp)
        case .databaseRestored: return databaseRestored(&state, stamp)
        case .submissionRequested(let submission, let ticket): return submit(&state, submission, ticket)
        case .submitted(let ticket, let answer): return submitted(&state, ticket, answer, stamp)
        case .requested(let request, let id, let ticket): return requested(&state, request, id, ticket, stamp)
        case .reopened(let id, let answer): return reopened(&state, id, answer, stamp)
        case .redelivering(let id, let answer): return redelivering(&state, id, answer, stamp)
        case .approved(let id, let answer): return approved(&state, id, answer, stamp)
        case .forgotten(let id, let answer): return forgotten(&state, id, answer, stamp)
        case .rowCancelled(let id, let answer): return rowCancelled(&state, id, answer, stamp)
        case .cancelRecorded(let id, let failure): return cancelRecorded(&state, id, failure)
        case .withdrawalRequested(let drop): return withdrawalRequested(&state, drop, stamp)
        case .withdrawn(let id, let answer): return withdrawn(&state, id, answer, stamp)
        case .paused(let isPaused):
            state.isPaused = isPaused
            return advanceAndReport(&state, stamp)
        case .gatesChanged(let closures): return gatesChanged(&state, closures, stamp)
        case .parked(let id, let closure, let answer): return parked(&state, id, closure, answer, stamp)
        case .admittedGated(let answer): return admittedGated(&state, answer, stamp)
        case .woke: return woke(&state, stamp)
        case .draining:
            state.phase = .draining
            return timer(&state, stamp) + advance(&state, stamp)
        }
    }
}

extension Jobs {
    /// Adds jobs that are already stored.
    static func accept(_ state: inout State, _ jobs: [Job], _ stamp: Stamp) -> [Command<Self>] {
        let ends = reportEnded(&state, jobs)
        for job in jobs where !job.state.isEnd && !state.isShared { add(&state, job, activity(for: job, stamp)) }
        return ends + reportHeld(jobs) + advanceAndReport(&state, stamp)
    }

    /// Adds an entry for a job. An existing entry is kept, because it is newer than `job`.
    static func add(_ state: inout State, _ job: Job, _ activity: Activity) {
        guard state.entries[job.id] == nil else { return }
        state.entries[job.id] = Entry(job: job, activity: activity)
        withdraw(&state, job.id)
    }
}
