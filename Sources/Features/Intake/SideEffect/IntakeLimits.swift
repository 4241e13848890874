/// Bounds on what is read from a watch folder.
public struct IntakeLimits: Equatable, Sendable {
    /// The largest file, in bytes.
    public let fileBytes: Int64
    /// The largest prompt file, in bytes: its text and its front matter.
    public let promptBytes: Int64

    public init(fileBytes: Int64 = 256 << 20, promptBytes: Int64 = 1 << 20) {
        self.fileBytes = fileBytes
        self.promptBytes = promptBytes
    }
}
