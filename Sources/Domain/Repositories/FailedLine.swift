/// A line of a batch whose job failed.
public struct FailedLine: Equatable, Sendable {
    /// From 1.
    public let number: Int
    public let failure: JobFailure

    public init(number: Int, failure: JobFailure) {
        self.number = number
        self.failure = failure
    }
}
