/// A blob that was just read from a drop.
public struct TakenBlob: Equatable, Sendable {
    public let digest: Digest
    /// In bytes.
    public let size: Int64
    /// The first 16 bytes or fewer, to know the kind by.
    public let head: [UInt8]

    public init(digest: Digest, size: Int64, head: [UInt8]) {
        self.digest = digest
        self.size = size
        self.head = head
    }
}
