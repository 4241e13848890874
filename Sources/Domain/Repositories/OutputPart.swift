/// An output that lies in the outbox under its temporary name.
public struct OutputPart: Hashable, Sendable {
    public let kind: OutputKind
    /// What follows the stem, such as `art.png` or `picture.jpg`.
    public let ending: String
    public let part: FileName
    /// Of its content, where that could be taken for a prompt one day.
    public let digest: Digest?

    public init(kind: OutputKind, ending: String, part: FileName, digest: Digest? = nil) {
        self.kind = kind
        self.ending = ending
        self.part = part
        self.digest = digest
    }
}
