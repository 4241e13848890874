import Domain
import JobsFeature

/// Reports the outcome of requested actions on jobs. One request at a time is open for each job, so that each caller
/// receives its own outcome.
@MainActor
final class JobActionOutcomes {
    enum Outcome: Equatable, Sendable {
        case retried
        case retryRefused(RetryRefusal)
        case approved
        case approveRefused(ApproveRefusal)
        case cancelled
        case cancelRefused(RepositoryFailure?)
        /// The job is marked as cancelled and ends as soon as possible.
        case marked
        /// The stores are shut down: no outcome was or will be reported.
        case closed
    }

    private var open: [JobID: CheckedContinuation<Outcome, Never>] = [:]
    private var queues: [JobID: [CheckedContinuation<Void, Never>]] = [:]
    private var isClosed = false

    /// Runs `ask` once no other caller waits for the job, and returns the outcome that is reported then, or the one
    /// that `ask` returns at once.
    func outcome(of job: JobID, _ ask: () -> Outcome?) async -> Outcome {
        while !isClosed && open[job] != nil {
            await withCheckedContinuation { queues[job, default: []].append($0) }
        }
        if isClosed { return .closed }
        return await withCheckedContinuation { continuation in
            open[job] = continuation
            if let known = ask() { tell(job, known) }
        }
    }

    func hear(_ event: Jobs.Event) {
        switch event {
        case .retried(let job): tell(job.id, .retried)
        case .retryRefused(let id, let refusal): tell(id, .retryRefused(refusal))
        case .approved(let job): tell(job.id, .approved)
        case .approveRefused(let id, let refusal): tell(id, .approveRefused(refusal))
        case .cancelled(let job): tell(job.id, .cancelled)
        case .cancelRefused(let id, let failure): tell(id, .cancelRefused(failure))
        default: return
        }
    }

    /// Ends all waiting, now and later.
    func close() {
        isClosed = true
        for job in Array(open.keys) { tell(job, .closed) }
    }

    private func tell(_ job: JobID, _ outcome: Outcome) {
        open.removeValue(forKey: job)?.resume(returning: outcome)
        for continuation in queues.removeValue(forKey: job) ?? [] { continuation.resume() }
    }
}
