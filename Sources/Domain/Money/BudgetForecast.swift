/// Finds out which purchases of an order fit under the caps, before the first one is made.
///
/// Only `CallRepository.begin` reserves money: other orders may use up a cap meanwhile.
package struct BudgetForecast: Equatable, Sendable {
    private var usages: [BudgetCap: CapUsage]

    package init(_ usages: [CapUsage]) {
        self.usages = Dictionary(usages.map { ($0.cap, $0) }) { first, _ in first }
    }

    /// Plans one more purchase at this price if every cap allows it; otherwise returns the first cap that doesn't.
    /// Caps of unknown usage allow everything.
    package mutating func plan(_ estimate: Money?, under caps: [BudgetCap]) -> BudgetExceeded? {
        let known = caps.compactMap { usages[$0] }
        if let full = known.first(where: { !$0.cap.allows(estimate, after: $0.spent) }) {
            return BudgetExceeded(cap: full.cap, resetsAt: full.resetsAt)
        }
        for usage in known {
            usages[usage.cap] = CapUsage(
                cap: usage.cap, spent: usage.cap.adding(estimate, to: usage.spent), resetsAt: usage.resetsAt)
        }
        return nil
    }
}

/// The number of a request's samples that fitted into the budget when it was accepted.
package struct FittingSamples: Hashable, Sendable, Codable {
    package let fitting: Int
    package let count: Int

    package init(_ fitting: Int, of count: Int) {
        self.fitting = fitting
        self.count = count
    }
}

extension [Job] {
    /// Holds the samples of partly fitting requests that exceed a cap. A request of which no sample fits is left as it
    /// is: nothing of it is bought before all of it is held. `maxRelease` held jobs continue per hour.
    package func holding(_ exceeded: [JobID: BudgetExceeded], maxRelease: Int) -> [Job] {
        let requests = Dictionary(grouping: self) { $0.line }
        return map { job in
            guard let stop = exceeded[job.id], let samples = requests[job.line] else { return job }
            let over = samples.filter { exceeded[$0.id] != nil }.map(\.id)
            guard over.count < samples.count, let place = over.firstIndex(of: job.id) else { return job }
            let partly = stop.leaving(FittingSamples(samples.count - over.count, of: samples.count))
            var held = job
            held.state = .held(.budget(partly, until: stop.release(place, perHour: maxRelease)))
            return held
        }
    }
}
