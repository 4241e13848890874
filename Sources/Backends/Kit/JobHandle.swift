/// A backend's own name for work in progress: opaque JSON of at most 17 KiB, of which 16 are for what a service may
/// choose.
package struct JobHandle: Hashable, Sendable {
    package static let longest = 17 << 10

    package let text: String

    /// `nil` when it is longer than that.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        self.text = text
    }
}
