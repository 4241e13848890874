import Domain
import JobsFeature

/// Tells those who asked for something to be done with a job how that went.
@MainActor
final class JobNews {
    enum Outcome: Sendable {
        case retried
        case retryRefused(RetryRefusal)
        case cancelled
        case cancelRefused(RepositoryFailure?)
    }

    private var waiting: [JobID: [CheckedContinuation<Outcome, Never>]] = [:]

    /// Runs `ask` and returns with the first news of the job. The feature always answers.
    func outcome(of job: JobID, _ ask: () -> Void) async -> Outcome {
        await withCheckedContinuation { continuation in
            waiting[job, default: []].append(continuation)
            ask()
        }
    }

    func hear(_ event: Jobs.Event) {
        switch event {
        case .retried(let job): tell(job.id, .retried)
        case .retryRefused(let id, let refusal): tell(id, .retryRefused(refusal))
        case .cancelled(let job): tell(job.id, .cancelled)
        case .cancelRefused(let id, let failure): tell(id, .cancelRefused(failure))
        default: return
        }
    }

    private func tell(_ job: JobID, _ outcome: Outcome) {
        for continuation in waiting.removeValue(forKey: job) ?? [] { continuation.resume(returning: outcome) }
    }
}
