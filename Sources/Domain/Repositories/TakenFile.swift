/// What was just read from a dropped file.
public struct TakenFile: Equatable, Sendable {
    public let digest: Digest
    /// In bytes.
    public let size: Int64
    /// The first 16 bytes or fewer, to know the kind by.
    public let head: [UInt8]
    /// All of it, where it was read into memory; `nil` where there is a blob of it.
    public let bytes: [UInt8]?
    /// Whether it is a picture that lacks its end.
    public let isCut: Bool

    public init(digest: Digest, size: Int64, head: [UInt8], bytes: [UInt8]? = nil, isCut: Bool = false) {
        self.digest = digest
        self.size = size
        self.head = head
        self.bytes = bytes
        self.isCut = isCut
    }
}
