import JobsFeature
import MVICore

/// Sends requests to the job store and hands each sender the answer that carries its ticket.
@MainActor
final class JobRequests {
    enum Outcome: Equatable, Sendable {
        case answered(Jobs.Answer)
        /// Nothing was sent: these stores take no more requests. Others replace them, or the service stops.
        case notSent
        /// The stores were shut down before they answered. Only the database knows the outcome.
        case unanswered
    }

    private var waiting: [Ticket: CheckedContinuation<Outcome, Never>] = [:]
    private var tickets: UInt64 = 0
    private var isSealed = false

    /// Sends a request and waits for its answer. It is answered even if the waiting task is cancelled.
    func outcome(_ send: (Ticket) -> Void) async -> Outcome {
        if isSealed { return .notSent }
        tickets += 1
        let ticket = Ticket(tickets)
        return await withCheckedContinuation { continuation in
            waiting[ticket] = continuation
            send(ticket)
        }
    }

    func receive(_ event: Jobs.Event) {
        guard case .answered(let ticket, let answer) = event else { return }
        waiting.removeValue(forKey: ticket)?.resume(returning: .answered(answer))
    }

    /// Sends no further requests. Those that were sent are still answered.
    func seal() {
        isSealed = true
    }

    /// Ends all waiting.
    func close() {
        seal()
        for continuation in waiting.values { continuation.resume(returning: .unanswered) }
        waiting = [:]
    }
}
