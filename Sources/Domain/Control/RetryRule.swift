/// Decides whether a job may be retried, and how its last call ends if it is.
package struct RetryRule: Equatable, Sendable {
    private let job: Job
    /// The job's last call, if it had one.
    private let call: Call?
    /// The state of that call's ledger line; `nil` where it has none.
    private let charge: Charge?
    /// Whether that ledger line has an amount.
    private let isPriced: Bool

    package init(_ job: Job, lastCall call: Call?, charge: Charge?, isPriced: Bool) {
        self.job = job
        self.call = call
        self.charge = charge
        self.isPriced = isPriced
    }

    /// Returns the reason against a retry, `nil` if the job may be retried. `mayPayTwice`: a person allowed another
    /// purchase.
    package func refusal(mayPayTwice: Bool) -> RetryRefusal? {
        switch job.state {
        case .failed(.request): .neverStarted
        case .failed, .cancelled: isSecondPurchase && !mayPayTwice ? .mayPayTwice : nil
        case .unknown: mayPayTwice ? nil : .mayPayTwice
        default: .notRetryable(state: job.state.word)
        }
    }

    /// Whether a retry would be a second purchase: the last call counts as paid for, and left neither a usable picture
    /// nor a handle to fetch one by.
    private var isSecondPurchase: Bool {
        guard let call else { return false }
        switch call.phase {
        case .submitting: return true
        case .reserved, .submitted: return false
        case .finished, .fetched: return isPictureUnusable && (charge == .unknown || charge == .spent && isPriced)
        case .settled: return job.picture == nil && (charge ?? .unspent) != .unspent
        }
    }

    /// Whether the job failed because of its generated picture, so that only a new picture can help.
    package var isPictureUnusable: Bool {
        guard job.request?.source.task != nil, case .failed(let failure) = job.state else { return false }
        switch failure {
        case .picture, .pictureLost: return true
        case .backend, .unfetched, .noSuchBackend, .overBudget, .delivery, .storage, .nameTaken, .request, .refused,
            .gate:
            return false
        }
    }

    /// Returns the failure that the last call is settled with before the retry; `nil` leaves the call as it is. A
    /// picture that can't be fetched is given up, and another one bought, only if `mayPayTwice` is set; otherwise it is
    /// fetched once more.
    package func ending(mayPayTwice: Bool) -> BackendFailure? {
        switch call?.phase {
        case .submitting: .unknown
        case .fetched, .finished:
            isPictureUnusable ? .badResponse(message: "the picture could not be used") : lost(mayPayTwice)
        case .reserved, .submitted, .settled, nil: nil
        }
    }

    private func lost(_ mayPayTwice: Bool) -> BackendFailure? {
        guard mayPayTwice, call?.phase == .finished, case .failed(.backend) = job.state else { return nil }
        return call?.failure ?? .expired
    }

    /// Returns the call after a person's retry, if its picture is still to be fetched: the fetch starts immediately and
    /// gets its full lifetime again. `nil` if there is nothing to fetch.
    package func fetchedAgain(mayPayTwice: Bool, at utc: UTCMillis) -> Call? {
        guard var call, call.phase == .finished, ending(mayPayTwice: mayPayTwice) == nil, let fetch = call.fetch else {
            return nil
        }
        call.failure = nil
        call.fetch = fetch.renewed(at: utc)
        return call
    }

    /// Returns the state from which a retried job continues.
    package func reopened(_ fetched: Call?, at utc: UTCMillis) -> JobState {
        fetched?.fetch.map { .waiting(until: utc, .unfetched($0)) } ?? .queued
    }
}

/// The reason why a job can't be retried.
package enum RetryRefusal: Error, Equatable, Sendable {
    case noSuchJob
    /// Only a job that failed, was cancelled or is unknown can be retried. `state` is the state's word.
    case notRetryable(state: String)
    /// The picture may have been made and paid for. Retrying may cost twice, which the request did not allow.
    case mayPayTwice
    /// The job was made from a dropped picture, which is no longer kept. It has to be dropped again.
    case pictureLost
    /// The job is an invalid line of a batch.
    case neverStarted
    /// The job is a refused file's, and the file is no longer where it was kept.
    case sourceGone
    /// The job is a refused file's, and the file is still being moved to the folder for failed files.
    case sourceMoving
    /// The file was read again and is still refused.
    case refused(DropFailure)
    /// The file can't be read now.
    case storage(FileFailure)
    /// The queue of unfinished jobs is full.
    case noRoom
    /// The service is shutting down and starts no work.
    case draining
    case repository(RepositoryFailure)
}
