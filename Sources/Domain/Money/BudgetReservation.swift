/// What is written into the ledger before a call is sent, and the caps that it must fit under.
package struct BudgetReservation: Equatable, Sendable {
    package let folder: String
    /// Who submitted the job through the control socket.
    package let submitter: UInt32?
    /// `nil` where no price is configured.
    package let estimate: Money?
    package let moment: BudgetMoment
    /// Empty when a person approved the job: it is paid for whatever the caps say.
    package let caps: [BudgetCap]

    package init(
        folder: String, submitter: UInt32?, estimate: Money?, moment: BudgetMoment, caps: [BudgetCap]
    ) {
        self.folder = folder
        self.submitter = submitter
        self.estimate = estimate
        self.moment = moment
        self.caps = caps
    }
}
