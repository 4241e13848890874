package import Domain

/// Limits on files that are read from a watch folder.
package struct IntakeLimits: Equatable, Sendable {
    /// The largest file, in bytes.
    package let fileBytes: Int64
    /// The largest text, in bytes: a prompt with its front matter, a request or a sidecar.
    package let promptBytes: Int64
    /// The largest batch, in bytes.
    package let batchBytes: Int64
    package let originals: RetentionBounds
    /// The space to keep free on the state folder's disk, in bytes; `nil` for the default.
    package let freeBytes: Int64?

    package init(
        fileBytes: Int64 = 256 << 20, promptBytes: Int64 = 1 << 20, batchBytes: Int64 = 64 << 20,
        originals: RetentionBounds = Retention().dropped, freeBytes: Int64? = nil
    ) {
        self.freeBytes = freeBytes
        self.originals = originals
        self.fileBytes = fileBytes
        self.promptBytes = promptBytes
        self.batchBytes = batchBytes
    }
}
