/// The key by which a submission that is sent again is recognised; each user has keys of their own.
///
/// A key is kept as long as its job. An age limit would let a clock that jumps ahead end a key between two attempts, and
/// the second one would be paid for again.
public struct SubmissionKey: Hashable, Sendable {
    /// The sender's number in the system.
    public let user: UInt32
    public let text: String

    public init(user: UInt32, text: String) {
        self.user = user
        self.text = text
    }
}
