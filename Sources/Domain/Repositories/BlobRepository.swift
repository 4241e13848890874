/// Immutable bytes, named by the SHA-256 of their content.
package protocol BlobRepository: Sendable {
    /// Reads a file once, through one descriptor, into a blob. No links are followed, regular files only; the identity
    /// is checked before and after. Not fsynced: the source is still there.
    /// The blob is held until it is released. Of the source it throws `.missing`, `.notRegular`, `.tooLarge`, `.changing` (not, or no longer, what `identity` says), `.denied`.
    func take(_ identity: FileIdentity, from folder: FolderPath, limit: Int64) async throws(TakeFailure) -> TakenFile

    /// Reads a file as `take` does, but into memory: there is no blob of it, and nothing is held.
    func peek(_ identity: FileIdentity, from folder: FolderPath, limit: Int64) async throws(TakeFailure) -> TakenFile

    /// Makes a blob that is gone or damaged anew from the file that it was taken from, and syncs it: what `take` left may
    /// not have survived a power cut. `false` when the blob is whole, or the file holds something else.
    func renew(
        _ digest: Digest, from identity: FileIdentity, in folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> Bool

    /// Stores bytes and fsyncs them and their folder before it returns. The blob is held until it is released.
    func store(_ bytes: [UInt8]) async throws(FileFailure) -> Digest

    /// Reads a whole blob of at most `limit` bytes.
    func read(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8]

    /// Where a blob lies, for a decoder that opens it itself.
    func place(of digest: Digest) -> (folder: FolderPath, name: FileName)

    /// Ends one hold on a blob: from now on only what the database knows keeps it.
    func release(_ digest: Digest) async

    /// Removes those blobs that nobody holds and that `needed` does not give back. One that is taken or stored while
    /// this goes on stays. Nothing happens to those that are not there.
    func remove(_ digests: [Digest], sparing needed: @Sendable ([Digest]) async -> Set<Digest>)
        async throws(FileFailure)

    /// Every blob that there is, in no order.
    func all() async throws(FileFailure) -> [Digest]
}

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

/// Why a dropped file did not become a blob: who is to blame decides whether the file fails or waits.
package enum TakeFailure: Error, Equatable, Sendable {
    /// The dropped file, or its folder.
    case source(FileFailure)
    /// Where the blobs lie.
    case store(FileFailure)

    package var failure: FileFailure {
        switch self {
        case .source(let failure), .store(let failure): failure
        }
    }
}
