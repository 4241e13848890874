import Domain
import JobsFeature

/// Tells those who asked for something to be done with a job how that went: one at a time a job, so that each hears of
/// what he asked for.
@MainActor
final class JobNews {
    enum Outcome: Equatable, Sendable {
        case retried
        case retryRefused(RetryRefusal)
        case approved
        case approveRefused(ApproveRefusal)
        case cancelled
        case cancelRefused(RepositoryFailure?)
        /// The job is there and knows that it is cancelled: it ends as soon as it can.
        case marked
        /// The stores are shut: nothing was, or will be, heard of it.
        case closed
    }

    private var open: [JobID: CheckedContinuation<Outcome, Never>] = [:]
    private var queues: [JobID: [CheckedContinuation<Void, Never>]] = [:]
    private var isClosed = false

    /// Runs `ask` once nobody else waits for news of the job, and returns with what is heard then, or at once with what
    /// `ask` knows already.
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

    /// Nobody waits any longer, now or later.
    func close() {
        isClosed = true
        for job in Array(open.keys) { tell(job, .closed) }
    }

    private func tell(_ job: JobID, _ outcome: Outcome) {
        open.removeValue(forKey: job)?.resume(returning: outcome)
        for continuation in queues.removeValue(forKey: job) ?? [] { continuation.resume() }
    }
}
