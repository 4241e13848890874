/// Why the service does not do what it was asked to do through its control socket.
package enum ControlFailure: Error, Equatable, Sendable {
    case noSuchJob(String)
    /// More than one job's identifier begins or ends so; some of them, newest first.
    case ambiguousJob(part: String, matches: [JobID])
    /// Nobody knows whether the picture was made: doing it again may cost twice, and nobody said that it may.
    case mayPayTwice(JobID)
    /// Only a job that failed, was cancelled or is unknown can be tried again. The state's word.
    case notRetryable(JobID, state: String)
    /// Only a held job can be approved. The state's word.
    case notHeld(JobID, state: String)
    /// It was made from a dropped picture, which is not kept beyond its drop's end: it has to be dropped again.
    case pictureLost(JobID)
    /// A line of a batch that asks for nothing that can be done: it has to be mended and dropped again.
    case neverBegun(JobID)
    /// Its art isn't there: it isn't done (the state's word), or its picture wasn't kept and its files were taken away.
    case artGone(JobID, state: String)
    /// It has ended, so it can't be cancelled any more. The state's word.
    case hasEnded(JobID, state: String)
    /// Only a job that has ended can be forgotten. The state's word.
    case notForgettable(JobID, state: String)
    /// The same user sent another request under the same key: this job.
    case keyReused(JobID)
    /// Fields of a request that are wrong, in their order.
    case fields([FieldFailure])
    /// There is no watch folder of that name; those that there are.
    case noSuchFolder(String, known: [String])
    /// There is no backend of that name; those that there are.
    case noSuchBackend(String, known: [String])
    /// There is none of that name that could be cleared; those that there are.
    case noSuchCache(String, known: [String])
    case prompt(PromptFailure)
    case picture(PictureFailure)
    /// A reload found a bad configuration; the old one goes on.
    case configuration(ConfigurationFailure)
    /// The configuration is right in itself and can't be served, such as for its folders or keys; the old one goes on.
    case notServable(said: String)
    case repository(RepositoryFailure)
    case storage(FileFailure)
    /// As many unfinished jobs as fit are there already.
    case noRoom(jobs: Int)
    /// The service ends, and takes nothing new.
    case draining
    /// This version can't do that.
    case unsupported(feature: String)
}
