/// Decides whether a job may be tried again, and how its last call ends when it is.
package struct RetryRule: Equatable, Sendable {
    private let job: Job
    /// The job's last call, if it has had one.
    private let call: Call?
    /// How the ledger line of that call stands; `nil` where it has none.
    private let charge: Charge?
    /// Whether that line has an amount.
    private let isPriced: Bool

    package init(_ job: Job, lastCall call: Call?, charge: Charge?, isPriced: Bool) {
        self.job = job
        self.call = call
        self.charge = charge
        self.isPriced = isPriced
    }

    /// `nil` when the job may be tried again. `mayPayTwice`: a person has allowed another purchase.
    package func refusal(mayPayTwice: Bool) -> RetryRefusal? {
        switch job.state {
        case .failed(.request): .neverBegun
        case .failed, .cancelled: buysAgain && !mayPayTwice ? .mayPayTwice : nil
        case .unknown: mayPayTwice ? nil : .mayPayTwice
        default: .notRetryable(state: job.state.word)
        }
    }

    /// Whether another try would be a second purchase: the last call counts as paid for, and neither a usable picture nor
    /// a handle to fetch it by is left of it.
    private var buysAgain: Bool {
        guard let call else { return false }
        switch call.phase {
        case .submitting: return true
        case .reserved, .submitted: return false
        case .finished, .fetched: return isPictureUseless && (charge == .unknown || charge == .spent && isPriced)
        case .settled: return job.picture == nil && (charge ?? .unspent) != .unspent
        }
    }

    /// Whether the job failed by its generated picture, so that only another one can help.
    package var isPictureUseless: Bool {
        guard job.request.source.task != nil, case .failed(let failure) = job.state else { return false }
        switch failure {
        case .picture, .pictureLost: return true
        case .backend, .unfetched, .noSuchBackend, .overBudget, .delivery, .storage, .request: return false
        }
    }

    /// The failure with which the last call has to end before the job is tried again; `nil` when it stays as it is. A
    /// picture that can't be fetched is given up, and another one bought, only with leave; else it is fetched once more.
    package func ending(mayPayTwice: Bool) -> BackendFailure? {
        switch call?.phase {
        case .submitting: .unknown
        case .fetched, .finished:
            isPictureUseless ? .badResponse(said: "the picture could not be used") : lost(mayPayTwice)
        case .reserved, .submitted, .settled, nil: nil
        }
    }

    private func lost(_ mayPayTwice: Bool) -> BackendFailure? {
        guard mayPayTwice, call?.phase == .finished, case .failed(.backend) = job.state else { return nil }
        return call?.failure ?? .expired
    }

    /// The call as a person's retry leaves it, when its picture lies at an address: it is fetched at once, for as long as
    /// at first. `nil` when there is nothing to fetch.
    package func fetchedAgain(mayPayTwice: Bool, at utc: Int64) -> Call? {
        guard var call, call.phase == .finished, ending(mayPayTwice: mayPayTwice) == nil, let fetch = call.fetch else {
            return nil
        }
        call.failure = nil
        call.fetch = fetch.renewed(at: utc)
        return call
    }

    /// The state from which the job goes on.
    package func reopened(_ fetched: Call?, at utc: Int64) -> JobState {
        fetched?.fetch.map { .waiting(until: utc, .unfetched($0)) } ?? .queued
    }
}

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
