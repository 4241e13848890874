/// How the jobs of one drop stand.
package struct DropTally: Equatable, Sendable {
    /// How many have not ended.
    package let open: Int
    /// Why the first that failed did, if any did.
    package let failure: JobFailure?
    /// Whether all of them were cancelled, and one at least was withdrawn.
    package let isWithdrawn: Bool

    /// Why nothing, or not all, came of it once none is open; `nil`: all is well.
    package var ending: DropFailure? { isWithdrawn ? .withdrawn : failure.map(DropFailure.job) }

    package init(open: Int, failure: JobFailure?, isWithdrawn: Bool = false) {
        self.open = open
        self.failure = failure
        self.isWithdrawn = isWithdrawn
    }
}
