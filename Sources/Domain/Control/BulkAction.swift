/// An action on several jobs at once.
package enum BulkAction: Equatable, Sendable {
    case retry(mayPayTwice: Bool)
    case approve
    case cancel
    case forget

    /// The states that the action applies to when the filter names none.
    package var states: [String] {
        switch self {
        case .retry: ["failed"]
        case .approve: ["held"]
        case .forget: ["done", "failed", "cancelled"]
        case .cancel: ["queued", "submitting", "submitted", "generated", "waiting", "held", "unknown"]
        }
    }
}

/// Selects jobs for a bulk action: those that match every criterion.
package struct BulkFilter: Equatable, Sendable {
    /// State words; empty selects the action's default states.
    package var states: [String]
    /// The reason for which the jobs wait, are held or failed: a stable code, or its last part.
    package var cause: String?
    /// The watch folder's name.
    package var folder: String?
    /// The backend that the picture was requested from.
    package var backend: String?
    /// Only jobs that have been in their state since this time or later.
    package var since: Since?
    /// Reports the affected jobs without changing them.
    package var isDryRun: Bool

    package init(
        states: [String] = [], cause: String? = nil, folder: String? = nil, backend: String? = nil,
        since: Since? = nil, isDryRun: Bool = false
    ) {
        self.states = states
        self.cause = cause
        self.folder = folder
        self.backend = backend
        self.since = since
        self.isDryRun = isDryRun
    }

    /// Returns whether a job's reason matches `cause`: `auth` matches `backend_auth` too.
    package func matches(code: String?) -> Bool {
        guard let cause else { return true }
        guard let code else { return false }
        return code == cause || code.hasSuffix("_" + cause)
    }
}

/// The result of a bulk action.
package struct BulkResult: Equatable, Sendable {
    /// A job that the action could not be applied to.
    package struct Refused: Equatable, Sendable {
        package let job: JobID
        package let failure: ControlFailure

        package init(job: JobID, failure: ControlFailure) {
            self.job = job
            self.failure = failure
        }
    }

    /// The changed jobs, newest first.
    package var done: [JobID]
    package var refused: [Refused]

    package init(done: [JobID] = [], refused: [Refused] = []) {
        self.done = done
        self.refused = refused
    }
}
