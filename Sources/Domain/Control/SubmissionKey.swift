/// The key by which a submission that is sent again is recognised; each user has keys of their own.
///
/// A key is kept as long as its job. An age limit would let a clock that jumps ahead end a key between two attempts, and
/// the second one would be paid for again.
package struct SubmissionKey: Hashable, Sendable {
    /// The sender's number in the system.
    package let user: UInt32
    package let text: String

    package init(user: UInt32, text: String) {
        self.user = user
        self.text = text
    }
}
