/// How a call's line in the ledger changes.
public struct Settlement: Equatable, Sendable {
    public let charge: Charge
    /// What it cost after all; `nil` keeps what was reserved.
    public let amount: Money?

    public init(_ charge: Charge, amount: Money? = nil) {
        self.charge = charge
        self.amount = amount
    }
}
