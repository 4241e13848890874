/// A backend's own name for work in progress: opaque JSON of at most 16 KiB.
public struct JobHandle: Hashable, Sendable {
    public static let longest = 16 << 10

    public let text: String

    /// `nil` when it is longer than 16 KiB.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        self.text = text
    }
}
