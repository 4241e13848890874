/// By which a submission that is sent again is known: the sender's own key, each user's apart.
public struct SubmissionKey: Hashable, Sendable {
    /// How long a key is kept, in milliseconds: 7 days.
    public static var lifetime: Int64 { 7 * 24 * 3_600_000 }

    /// The sender's number in the system.
    public let user: UInt32
    public let text: String

    public init(user: UInt32, text: String) {
        self.user = user
        self.text = text
    }
}
