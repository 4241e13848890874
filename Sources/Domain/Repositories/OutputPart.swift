/// An output that lies in the outbox under its temporary name.
public struct OutputPart: Hashable, Sendable {
    public let kind: OutputKind
    /// What follows the stem, such as `art.png` or `picture.jpg`.
    public let ending: String
    public let part: FileName

    public init(kind: OutputKind, ending: String, part: FileName) {
        self.kind = kind
        self.ending = ending
        self.part = part
    }
}
