/// How the jobs of one drop stand.
public struct DropTally: Equatable, Sendable {
    /// How many have not ended.
    public let open: Int
    /// Why the first that failed did, if any did.
    public let failure: JobFailure?
    /// Whether all of them were cancelled, and one at least was withdrawn.
    public let isWithdrawn: Bool

    /// Why nothing, or not all, came of it once none is open; `nil`: all is well.
    public var ending: DropFailure? { isWithdrawn ? .withdrawn : failure.map(DropFailure.job) }

    public init(open: Int, failure: JobFailure?, isWithdrawn: Bool = false) {
        self.open = open
        self.failure = failure
        self.isWithdrawn = isWithdrawn
    }
}
