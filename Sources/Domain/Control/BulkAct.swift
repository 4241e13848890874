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

/// Which of many jobs are meant: those that fit all that is said.
package struct BulkFilter: Equatable, Sendable {
    /// By their words; empty: those that the act is for.
    package var states: [String]
    /// Why they wait, are held or failed: a stable word, or its last part.
    package var cause: String?
    /// The watch folder's name.
    package var folder: String?
    /// Who was asked for the picture.
    package var backend: String?
    /// From when on they have come to their state.
    package var since: Since?
    /// Nothing is done: it is only told with which it would be.
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

    /// Whether a job's reason is the one that is meant: `auth` means `backend_auth` too.
    package func fits(code: String?) -> Bool {
        guard let cause else { return true }
        guard let code else { return false }
        return code == cause || code.hasSuffix("_" + cause)
    }
}

/// What became of many jobs.
package struct BulkOutcome: Equatable, Sendable {
    package struct Refused: Equatable, Sendable {
        package let job: JobID
        package let failure: ControlFailure

        package init(job: JobID, failure: ControlFailure) {
            self.job = job
            self.failure = failure
        }
    }

    /// The newest first.
    package var done: [JobID]
    package var refused: [Refused]

    package init(done: [JobID] = [], refused: [Refused] = []) {
        self.done = done
        self.refused = refused
    }
}
