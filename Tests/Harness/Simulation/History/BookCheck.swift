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
        // A prompt whose file was written over has a job of before and one of since.
        let byPrompt = Dictionary(grouping: jobs.filter { $0.request.source.task != nil }) { $0.request.prompt ?? "" }
        return CapCheck(plan: plan, bookings: bookings).faults()
            + byPrompt.sorted { $0.key < $1.key }.flatMap { faults(of: $0.key, $0.value, bookings) }
    }

    private func faults(
        of prompt: String, _ jobs: [Job], _ bookings: [ModelSpoolRepository.Booking]
    ) -> [String] {
        var faults: [String] = []
        let its = Set(jobs.map(\.id))
        let retries = jobs.reduce(0) { $0 + $1.retries }
        let lines = bookings.filter { its.contains($0.job) }
        let made = provider.orders(for: prompt) + unsent.count { word in its.contains { $0.text == word } }
        if lines.count != made { faults.append("\(lines.count) calls are written down, \(made) were made") }
        let charged = provider.charges(for: prompt)
        let priced = lines.filter { !$0.isFree }.map(\.charge)
        let (spent, open) = (priced.count { $0 == .spent }, priced.count { $0 == .unknown || $0 == .reserved })
        if charged > 1 + retries, plan.onUnknown != .retry { faults.append("paid \(charged) times") }
        if charged > 1 + retries + deaths + provider.unanswered(prompt) {
            faults.append("paid \(charged) times, asked too often")
        }
        if spent > charged || charged > spent + open {
            faults.append("the ledger says \(spent) bought and \(open) open, the provider \(charged)")
        }
        return faults.map { "\(prompt): \($0)" }
    }
}
