import BackendKit
import Domain

/// What calls cost.
extension BackendsSideEffectImpl {
    /// What is written into the ledger before a call is sent.
    func reservation(for order: PictureOrder) -> BudgetReservation {
        let job = order.job
        let name = order.call.backend
        return BudgetReservation(
            folder: job.folder, submitter: job.submitter,
            estimate: budget.prices[name]?.estimate(
                size: job.request.generation.size, quality: job.request.generation.details.quality),
            moment: moment(utc()), caps: job.isApproved ? [] : budget.caps(for: job, on: name))
    }

    /// A picture came. What the provider says counts, then the tokens that it counted; else what was reserved stands.
    func spent(_ receipt: Receipt, on name: String) -> Settlement {
        let price = budget.prices[name]
        if receipt.charged == .no && price == nil { return Settlement(.spent) }
        return Settlement(.spent, amount: cost(receipt, price))
    }

    /// The work goes on, and what it costs may be known already.
    func reserved(_ receipt: Receipt, on name: String) -> Settlement {
        Settlement(.reserved, amount: cost(receipt, budget.prices[name]))
    }

    /// No picture came. What may have been made all the same counts as spent.
    func settlement(_ call: Call, _ failure: BackendFailure) -> Settlement {
        if backends[call.backend]?.descriptor.isFree == true { return Settlement(.unspent) }
        return Settlement(failure.charge(wasAccepted: call.phase != .submitting))
    }

    /// A currency that no price is in would count under no cap: then what was reserved stands.
    private func cost(_ receipt: Receipt, _ price: Price?) -> Money? {
        let told = receipt.cost ?? receipt.tokens.flatMap { price?.cost(of: $0) }
        return price == nil || told?.currency == price?.currency ? told : nil
    }
}
