/// A line of a batch whose job failed.
package struct FailedLine: Equatable, Sendable {
    /// From 1.
    package let number: Int
    package let failure: JobFailure

    package init(number: Int, failure: JobFailure) {
        self.number = number
        self.failure = failure
    }
}
