public import Domain
public import MVICore

/// Takes every job from `queued` to its end: a picture is asked for, rendered, staged, delivered.
public enum Jobs: Feature {
    public enum Action: Equatable, Sendable {
        /// Take up what an earlier run left, then work.
        case start
        /// Intake made jobs; they are rows already.
        case accept([Job])
        /// Backends has an answer.
        case pictureArrived(JobID, Result<StoredPicture, JobFailure>)
        /// Finish what is in hand, begin nothing.
        case drain
    }

    public enum InternalAction: Equatable, Sendable {
        case started
        case takenUp(Result<[Job], RepositoryFailure>)
        case accepted([Job])
        case pictureCame(JobID, Result<StoredPicture, JobFailure>)
        /// A state was written. `false`: another owner has the job.
        case moved(JobID, JobState, Result<Bool, RepositoryFailure>)
        /// `nil`: another owner has the job.
        case staged(JobID, Result<[OutputFile]?, JobFailure>)
        case delivered(JobID, Result<Bool, JobFailure>)
        case tallied(DropID, Result<DropTally, RepositoryFailure>)
        case woke
        case draining
    }

    public enum Effect: Equatable, Sendable {
        case takeUp(limit: Int, after: JobID?, token: Int64, utc: Int64)
        case move(Job, to: JobState, utc: Int64)
        /// Render, write every output under its temporary name, reserve the names.
        case stage(Job, utc: Int64)
        /// Give every output its name, then say `done`.
        case deliver(Job, utc: Int64)
        case tally(DropID)
        case sleep(Duration)
    }

    public enum TaskID: Hashable, Sendable {
        case takingUp
        case job(JobID)
        case drop(DropID)
        case timer
    }

    public enum Event: Equatable, Sendable {
        /// How many more jobs may come.
        case room(Int)
        /// A prompt's job needs its picture.
        case wantsPicture(Job)
        /// What an earlier run left was taken up.
        case tookUp(Int)
        case done(Job)
        case failed(Job, JobFailure)
        case cancelled(Job)
        case waits(Job, JobFailure, until: Int64)
        case unknown(Job)
        /// The job has an owner elsewhere.
        case lost(Job)
        /// All jobs of a drop have ended.
        case dropEnded(DropID, DropFailure?)
        /// The database can't be written; the work waits.
        case storageFailed(RepositoryFailure)
    }
}
