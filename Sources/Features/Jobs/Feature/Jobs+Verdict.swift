import Domain
import MVICore

extension Jobs {
    /// What becomes of a job that could not be staged: a folder's or the database's fault waits, the picture's ends it.
    /// What becomes of one that has no picture, Backends decides.
    static func verdict(_ failure: JobFailure, _ stamp: Stamp) -> JobState {
        switch failure {
        case .picture(.outOfMemory), .delivery, .storage: .waiting(until: stamp.utc + retryAfter, failure)
        case .picture(.unreadable(let cause)) where cause != .missing:
            .waiting(until: stamp.utc + retryAfter, failure)
        case .picture, .pictureLost, .noSuchBackend, .overBudget, .backend, .unfetched, .request: .failed(failure)
        }
    }
}
