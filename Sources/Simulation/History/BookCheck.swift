import Domain
import MVISimulation

/// The ledger against the provider's own books.
struct BookCheck {
    let plan: Plan
    let spool: ModelSpoolRepository
    let provider: Provider
    let deaths: Int
    let unsent: [String]

    func faults(_ jobs: [Job]) -> [String] {
        let bookings = spool.bookings
        var faults = CapCheck(plan: plan, bookings: bookings).faults()
        for job in jobs where job.request.source.task != nil {
            let lines = bookings.filter { $0.job == job.id }
            let made = provider.orders(for: job.request.prompt ?? "") + unsent.count { $0 == job.id.text }
            if lines.count != made {
                faults.append("\(job.request.prompt ?? ""): \(lines.count) calls are written down, \(made) were made")
            }
            let charged = provider.charges(for: job.request.prompt ?? "")
            let priced = lines.filter { !$0.isFree }.map(\.charge)
            let (spent, open) = (priced.count { $0 == .spent }, priced.count { $0 == .unknown || $0 == .reserved })
            let name = job.request.prompt ?? ""
            if charged > 1 + job.retries, plan.onUnknown != .retry { faults.append("\(name): paid \(charged) times") }
            if charged > 1 + job.retries + deaths + provider.unanswered(name) {
                faults.append("\(name): paid \(charged) times, asked too often")
            }
            if spent > charged || charged > spent + open {
                faults.append("\(name): the ledger says \(spent) bought and \(open) open, the provider \(charged)")
            }
        }
        return faults
    }
}
