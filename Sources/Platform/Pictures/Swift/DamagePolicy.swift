/// What becomes of a picture whose data end early or are damaged.
package enum DamagePolicy: Sendable {
    /// The decode fails, after the rows before the damage were handed over.
    case refuse
    /// The rows that can be shown are handed over, and the failure is returned instead of thrown.
    case show
}
