package import Domain
import MVICore

/// Takes every job from `queued` to its end: a picture is asked for, rendered, staged, delivered.
package enum Jobs: Feature {
    package enum Action: Equatable, Sendable {
        /// Take up what an earlier run left, then work.
        case start
        /// Intake made jobs; they are rows already.
        case accept([Job])
        /// Backends has an answer.
        case pictureArrived(JobID, PictureAnswer)
        /// A backend may be asked again: whatever waits because of it does so at once.
        case released(backend: String)
        /// A person wants jobs that failed, were cancelled or are unknown tried again. Each is answered by `retried` or
        /// `retryRefused`.
        case retry([JobID], mayPayTwice: Bool)
        /// A person wants held jobs paid for, whatever the caps say. Each is answered by `approved` or `approveRefused`.
        case approve([JobID])
        /// A job that a backend works on, or that is being written, is marked and ends as soon as it can.
        case cancel([JobID])
        /// The file that the drop was is gone, or another now: whatever of it is not submitted yet ends.
        case withdraw(DropID)
        /// Begin nothing new until `resume`. What was begun goes on to its end.
        case pause
        case resume
        /// Finish what is in hand, begin nothing.
        case drain
    }

    package enum InternalAction: Equatable, Sendable {
        case started
        case takenUp(Result<[Job], RepositoryFailure>)
        case accepted([Job])
        case pictureCame(JobID, PictureAnswer)
        case released(backend: String)
        case retryAsked([JobID], mayPayTwice: Bool)
        case reopened(JobID, Result<Job, RetryRefusal>)
        case approveAsked([JobID])
        /// `nil`: it isn't held any more.
        case approved(JobID, Result<Job?, RepositoryFailure>)
        case cancelAsked([JobID])
        /// A job that is not held here was cancelled in its row. `nil`: it has ended, or there is none.
        case rowCancelled(JobID, Result<Job?, RepositoryFailure>)
        /// `nil`: it is noted, and outlasts the service.
        case cancelNoted(JobID, RepositoryFailure?)
        case withdrawAsked(DropID)
        /// `false`: it was submitted before, and goes on.
        case withdrawn(JobID, Result<Bool, RepositoryFailure>)
        case paused(Bool)
        /// A state was written. `false`: another owner has the job.
        case moved(JobID, JobState, Result<Bool, RepositoryFailure>)
        /// `nil`: another owner has the job.
        case staged(JobID, Result<[OutputFile]?, JobFailure>)
        case delivered(JobID, Result<Bool, JobFailure>)
        case tallied(DropID, Result<DropTally, RepositoryFailure>)
        case woke
        case draining
    }

    package enum Effect: Equatable, Sendable {
        case takeUp(limit: Int, after: JobID?, token: Int64, utc: Int64)
        case move(Job, to: JobState, utc: Int64)
        /// Render, write every output under its temporary name, reserve the names.
        case stage(Job, utc: Int64)
        /// Give every output its name, then say `done`.
        case deliver(Job, utc: Int64)
        case tally(DropID)
        /// Queue a job again that has ended or is unknown.
        case reopen(JobID, mayPayTwice: Bool, token: Int64, utc: Int64)
        /// Queue a held job again, approved.
        case approve(JobID, token: Int64, utc: Int64)
        /// Cancel a job that is not kept here.
        case cancelRow(JobID, token: Int64, utc: Int64)
        /// Note that a job is to be cancelled, in the middle of something else.
        case noteCancel(JobID)
        /// Cancel a job unless a call of it may have been sent.
        case withdraw(Job, utc: Int64)
        case sleep(Duration)
    }

    package enum TaskID: Hashable, Sendable {
        case takingUp
        case job(JobID)
        /// Beside what is being done about the job.
        case cancelNote(JobID)
        case drop(DropID)
        case timer
    }

    package enum Event: Equatable, Sendable {
        /// How many more jobs may come.
        case room(Int)
        /// Jobs of prompts need their pictures.
        case wantsPictures([Job])
        /// Nobody wants the job's picture any more.
        case wantsNoPicture(JobID)
        /// Nobody wants the job's picture any more, unless a call for it was begun.
        case wantsNoCall(JobID)
        /// What an earlier run left was taken up.
        case tookUp(Int)
        /// It came one state further on its way, or to one that it leaves at once, as a person wants no more of it.
        case stepped(Job)
        case done(Job)
        case failed(Job, JobFailure)
        case cancelled(Job)
        case waits(Job, JobFailure, until: Int64)
        case unknown(Job)
        /// It may not be paid for now.
        case held(Job, HoldReason)
        case approved(Job)
        case approveRefused(JobID, ApproveRefusal)
        /// It can't be cancelled now: the database can't be written, or it has ended.
        case cancelRefused(JobID, RepositoryFailure?)
        /// It is queued again.
        case retried(Job)
        case retryRefused(JobID, RetryRefusal)
        /// The job has an owner elsewhere.
        case lost(Job)
        /// All jobs of a drop have ended.
        case dropEnded(DropID, DropFailure?)
        /// The database can't be written; the work waits.
        case storageFailed(RepositoryFailure)
    }
}
