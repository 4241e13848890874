/// Why a job is not tried again.
package enum RetryRefusal: Error, Equatable, Sendable {
    case noSuchJob
    /// Only a job that failed, was cancelled or is unknown can be tried again. The state's word.
    case notRetryable(state: String)
    /// Nobody knows whether the picture was made: doing it again may cost twice, and nobody said that it may.
    case mayPayTwice
    /// It was made from a dropped picture, and that is not kept beyond the drop's end: it has to be dropped again.
    case pictureLost
    /// Its line of a batch asks for nothing that can be done.
    case neverBegun
    /// As many unfinished jobs as fit are there already.
    case noRoom
    /// The service ends, and begins nothing.
    case draining
    case repository(RepositoryFailure)
}
