import Domain
import MVICore

extension Jobs {
    /// Whose fault a failure is decides what becomes of the job: the request's ends it, a folder's or a backend's waits.
    static func verdict(_ failure: JobFailure, _ stamp: Stamp) -> JobState {
        switch failure {
        case .picture(.outOfMemory), .delivery, .storage: .waiting(until: stamp.utc + retryAfter, failure)
        case .picture(.unreadable(let cause)) where cause != .missing:
            .waiting(until: stamp.utc + retryAfter, failure)
        case .picture, .pictureLost, .noSuchBackend: .failed(failure)
        case .backend(_, let cause): verdict(cause, failure, stamp)
        }
    }

    private static func verdict(_ cause: BackendFailure, _ failure: JobFailure, _ stamp: Stamp) -> JobState {
        switch cause {
        case .unknown: .unknown
        case .cancelled: .cancelled
        case .rateLimited(let after), .loading(let after):
            .waiting(until: stamp.utc + max(1_000, after ?? retryAfter), failure)
        case .auth, .quota, .gone, .transient, .timeout, .config:
            .waiting(until: stamp.utc + retryAfter, failure)
        case .moderated, .invalid, .empty, .badResponse, .expired, .lost, .tooLarge, .failed, .unsupported:
            .failed(failure)
        }
    }
}
