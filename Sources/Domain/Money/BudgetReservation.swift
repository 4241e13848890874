/// What is written into the ledger before a call is sent, and the caps that it must fit under.
public struct BudgetReservation: Equatable, Sendable {
    public let folder: String
    /// Who submitted the job through the control socket.
    public let submitter: UInt32?
    /// `nil` where no price is configured.
    public let estimate: Money?
    public let moment: BudgetMoment
    /// Empty when a person approved the job: it is paid for whatever the caps say.
    public let caps: [BudgetCap]

    public init(
        folder: String, submitter: UInt32?, estimate: Money?, moment: BudgetMoment, caps: [BudgetCap]
    ) {
        self.folder = folder
        self.submitter = submitter
        self.estimate = estimate
        self.moment = moment
        self.caps = caps
    }
}
