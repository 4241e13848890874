/// What is done with many jobs.
package enum BulkAct: Equatable, Sendable {
    case retry(mayPayTwice: Bool)
    case approve
    case cancel

    /// The states of the jobs that are meant when none are named.
    package var states: [String] {
        switch self {
        case .retry: ["failed"]
        case .approve: ["held"]
        case .cancel: ["queued", "submitting", "submitted", "generated", "waiting", "held", "unknown"]
        }
    }
}
