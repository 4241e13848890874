/// How the jobs of one drop stand.
public struct DropTally: Equatable, Sendable {
    /// How many have not ended.
    public let open: Int
    /// Why the first that failed did, if any did.
    public let failure: JobFailure?

    public init(open: Int, failure: JobFailure?) {
        self.open = open
        self.failure = failure
    }
}
