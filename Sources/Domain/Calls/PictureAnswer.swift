/// What came of asking a backend for a job's picture: the state that the job goes to.
package enum PictureAnswer: Equatable, Sendable {
    case picture(StoredPicture)
    /// It is to be asked for again at `until`, milliseconds since 1970, or earlier when the backend is released.
    case waits(JobFailure, until: Int64)
    case failed(JobFailure)
    /// It may not be paid for now.
    case held(HoldReason)
    /// Nobody knows whether the backend did the work.
    case unknown
    case cancelled
}
