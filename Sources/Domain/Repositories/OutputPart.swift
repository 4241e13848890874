/// An output that lies in the outbox under its temporary name.
package struct OutputPart: Hashable, Sendable {
    package let kind: OutputKind
    /// What follows the stem, such as `art.png` or `picture.jpg`.
    package let ending: String
    package let part: FileName
    /// Of its content, where that could be taken for a prompt one day.
    package let digest: Digest?

    package init(kind: OutputKind, ending: String, part: FileName, digest: Digest? = nil) {
        self.kind = kind
        self.ending = ending
        self.part = part
        self.digest = digest
    }
}
