/// What was just read from a dropped file.
package struct TakenFile: Equatable, Sendable {
    package let digest: Digest
    /// In bytes.
    package let size: Int64
    /// The first 16 bytes or fewer, to know the kind by.
    package let head: [UInt8]
    /// All of it, where it was read into memory; `nil` where there is a blob of it.
    package let bytes: [UInt8]?
    /// Whether it is a picture that lacks its end.
    package let isCut: Bool

    package init(digest: Digest, size: Int64, head: [UInt8], bytes: [UInt8]? = nil, isCut: Bool = false) {
        self.digest = digest
        self.size = size
        self.head = head
        self.bytes = bytes
        self.isCut = isCut
    }
}
