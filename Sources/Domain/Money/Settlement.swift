/// How a call's line in the ledger changes.
package struct Settlement: Equatable, Sendable {
    package let charge: Charge
    /// What it cost after all; `nil` keeps what was reserved.
    package let amount: Money?

    package init(_ charge: Charge, amount: Money? = nil) {
        self.charge = charge
        self.amount = amount
    }
}
