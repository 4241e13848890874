/// Immutable byte sequences, addressed by the SHA-256 of their content.
package protocol BlobRepository: Sendable {
    /// Copies a regular file into a blob, reading it once through one descriptor. Symbolic links are not followed; the
    /// identity is checked before and after. The blob is not fsynced, as the source still exists. It is held until
    /// `release`.
    ///
    /// For the source, throws `.missing`, `.notRegular`, `.tooLarge`, `.changing` (it doesn't or no longer match
    /// `identity`) or `.denied`.
    func take(_ identity: FileIdentity, from folder: FolderPath, limit: Int64) async throws(TakeFailure) -> TakenFile

    /// Reads a file like `take`, but into memory: no blob is created or held.
    func peek(_ identity: FileIdentity, from folder: FolderPath, limit: Int64) async throws(TakeFailure) -> TakenFile

    /// Restores a missing or damaged blob from the file that it was copied from, and syncs it, since a blob from `take`
    /// may not survive a power cut. Returns `false` if the blob is intact or the file has other content.
    func renew(
        _ digest: Digest, from identity: FileIdentity, in folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> Bool

    /// Restores a missing or damaged blob from bytes, and syncs it. Returns `false` if the blob is intact or the bytes
    /// are other content.
    func renew(_ digest: Digest, with bytes: [UInt8]) async throws(FileFailure) -> Bool

    /// Throws the reason if nothing can be stored now, as far as that is known. Nothing is bought then.
    func checkReadiness() async throws(FileFailure)

    /// Stores bytes and fsyncs them and their folder before it returns. The blob is held until `release`.
    func store(_ bytes: [UInt8]) async throws(FileFailure) -> Digest

    /// Reads a whole blob of at most `limit` bytes. Throws `.missing`, and `.damaged` if its content doesn't match its
    /// digest.
    func read(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8]

    /// Returns `true` if the blob exists and its content matches its digest. A blob from `take` may have been destroyed
    /// by a power cut.
    func isWhole(_ digest: Digest) async throws(FileFailure) -> Bool

    /// Returns `true` if the blob exists, whatever its content.
    func exists(_ digest: Digest) async throws(FileFailure) -> Bool

    /// Returns the location of a blob, for a decoder that opens it itself. A blob that is kept elsewhere is fetched
    /// first; throws `.missing` if it is nowhere, and `.damaged`. A blob that is always a file is not looked for.
    func place(of digest: Digest) async throws(FileFailure) -> (folder: FolderPath, name: FileName)

    /// Ends one hold on a blob. From then on it is kept only while the database refers to it.
    func release(_ digest: Digest) async

    /// Removes those blobs that are neither held nor returned by `needed`. A blob that is taken or stored meanwhile is
    /// kept. Missing blobs are ignored. What was set aside of a removed blob is removed as well. Where services share
    /// blobs, unneeded ones are removed a day later, if nothing needs them then.
    func remove(
        _ digests: [Digest], _ reason: BlobRemoval, sparing needed: @escaping @Sendable ([Digest]) async -> Set<Digest>
    ) async throws(FileFailure)

    /// Returns the digests of all stored blobs, in no particular order.
    func all() async throws(FileFailure) -> [Digest]
}

/// The result of reading a dropped file.
package struct TakenFile: Equatable, Sendable {
    package let digest: Digest
    /// The size in bytes.
    package let size: Int64
    /// The first bytes, at most 16, to detect the kind of file.
    package let head: [UInt8]
    /// The content, if it was read into memory; `nil` if it was stored as a blob.
    package let bytes: [UInt8]?
    /// Whether it is a picture whose end is missing.
    package let isCut: Bool

    package init(digest: Digest, size: Int64, head: [UInt8], bytes: [UInt8]? = nil, isCut: Bool = false) {
        self.digest = digest
        self.size = size
        self.head = head
        self.bytes = bytes
        self.isCut = isCut
    }
}

/// The reason why a dropped file could not be stored as a blob. The side at fault decides whether the drop fails or
/// waits.
package enum TakeFailure: Error, Equatable, Sendable {
    /// The dropped file or its folder is at fault.
    case source(FileFailure)
    /// The blob storage is at fault.
    case store(FileFailure)

    package var failure: FileFailure {
        switch self {
        case .source(let failure), .store(let failure): failure
        }
    }
}

/// Finds the jobs and drops that use some content, given its digest.
package protocol ContentRepository: Sendable {
    /// Returns the newest job that staged a file with this content, `nil` if none did.
    func author(of content: Digest) async throws(RepositoryFailure) -> JobID?

    /// Returns the job that last delivered a file under this name, `nil` if none is known.
    func deliverer(of name: FileName, in outbox: FolderPath) async throws(RepositoryFailure) -> JobID?

    /// Returns the subset of `digests` that must be kept: source pictures of unfinished jobs, pictures of calls, and
    /// pictures that are kept after their delivery.
    func neededPictures(among digests: [Digest]) async throws(RepositoryFailure) -> Set<Digest>

    /// At the end of a drop: keeps the pictures of its done jobs from now on if the bounds allow it, and gives up dropped
    /// pictures that are too old or too much. Returns the latter.
    func keepDropped(
        of drop: DropID, within bounds: RetentionBounds, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Digest]

    /// Returns when a picture was removed that need not be kept; `nil` if it wasn't.
    func removal(of picture: Digest) async throws(RepositoryFailure) -> UTCMillis?

    /// Returns the pictures of a drop's jobs, generated or dropped.
    func pictures(of drop: DropID) async throws(RepositoryFailure) -> [Digest]
}

/// Checks blobs, and sets damaged ones aside.
package protocol BlobVerification: Sendable {
    /// Reads the blobs that follow `digest` in ascending order, end to end, until `bytes` have been read or `limit`
    /// blobs. Blobs that vanish meanwhile are left out.
    func check(after digest: Digest?, bytes: Int64, limit: Int) async throws(FileFailure) -> BlobCheck

    /// Returns the digests without a file.
    func missing(among digests: [Digest]) async throws(FileFailure) -> [Digest]

    /// Moves a blob to the folder for damaged ones, unless its content matches its digest. It is never deleted there
    /// while anything refers to it: a picture may still be readable in part.
    func setAside(_ digest: Digest) async throws(FileFailure)
}

/// Blobs that were checked.
package struct BlobCheck: Equatable, Sendable {
    package struct Checked: Equatable, Sendable {
        package let digest: Digest
        package let bytes: Int64
        package let modified: UTCMillis
        package let isWhole: Bool
        /// Whether work in progress holds the blob.
        package let isHeld: Bool

        package init(digest: Digest, bytes: Int64, modified: UTCMillis, isWhole: Bool, isHeld: Bool) {
            self.digest = digest
            self.bytes = bytes
            self.modified = modified
            self.isWhole = isWhole
            self.isHeld = isHeld
        }
    }

    package let blobs: [Checked]
    /// The last digest that was visited; `nil` if no blob follows.
    package let next: Digest?

    package init(blobs: [Checked], next: Digest?) {
        self.blobs = blobs
        self.next = next
    }
}
