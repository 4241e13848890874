/// Storage that services share, of immutable bytes that are named by the SHA-256 of their content.
///
/// Every request may be repeated. Content is not checked: the caller compares it with the digest. Requests throw
/// `.sharedStore` when the storage can't serve them now.
package protocol BlobStore: Sendable {
    var kind: BlobStoreKind { get }

    /// Stores bytes durably, unless the blob exists. Returns `false` if it existed. `replacing`: overwrites it then.
    func put(_ digest: Digest, _ bytes: [UInt8], replacing: Bool) async throws(FileFailure) -> Bool

    /// Reads a blob of at most `limit` bytes. Throws `.missing` and `.tooLarge`.
    func get(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8]

    /// Returns those of the digests that are stored.
    func existing(among digests: [Digest]) async throws(FileFailure) -> Set<Digest>

    /// Deletes a blob. A missing one is ignored.
    func delete(_ digest: Digest) async throws(FileFailure)

    /// Returns at most `limit` blobs that follow `digest`, in ascending order. Fewer mean that none follows.
    func list(after digest: Digest?, limit: Int) async throws(FileFailure) -> [StoredBlob]
}

/// Where blobs are kept.
package enum BlobStoreKind: String, Equatable, Sendable, CaseIterable {
    /// Files in the state folder.
    case disk
    /// A table of the PostgreSQL database.
    case database
    /// A bucket of a service with the S3 API.
    case s3
}

/// A blob in a store.
package struct StoredBlob: Equatable, Sendable {
    package let digest: Digest
    /// The size in bytes.
    package let size: Int64
    package let stored: UTCMillis

    package init(_ digest: Digest, size: Int64, stored: UTCMillis) {
        self.digest = digest
        self.size = size
        self.stored = stored
    }
}

/// The reason why a shared store of blobs can't serve a request. It may be able to later.
package enum BlobStoreFailure: Error, Equatable, Sendable, Codable {
    /// There is no answer, or one that asks to try again; the text has the details.
    case unreachable(String)
    /// The keys, the bucket or the rights are wrong; the text has the details.
    case refused(String)
    /// The bucket is at another address or in another region; the text is what the server says about it.
    case elsewhere(String)
    /// This machine's clock is ahead of the server's, or behind if negative, in seconds.
    case clock(seconds: Int64)
    /// Another service is removing the blob at this moment.
    case busy
}

/// Why blobs are removed.
package enum BlobRemoval: Equatable, Sendable {
    /// Nothing seems to need them. Where services share them, another one may be about to.
    case unneeded
    /// A person wants them gone.
    case forgotten
}

/// Moves blobs from earlier stores to the one that new blobs are written to, oldest first, while the service is
/// working.
package protocol BlobMoving: Sendable {
    /// Where blobs are moved to.
    var target: BlobStoreKind { get }

    /// Moves some blobs. A blob is deleted from its earlier store only after it was read whole from the new one, so that
    /// it can be interrupted at any time, and continues from there.
    func moveSome() async throws(FileFailure) -> BlobMoveStep
}

/// The result of one step of a move.
package struct BlobMoveStep: Equatable, Sendable {
    package var moved = 0
    /// The size of those.
    package var bytes: Int64 = 0
    /// The number of blobs that are still to be moved.
    package var left = 0
    /// Blobs whose content doesn't match their digest. They stay where they are.
    package var damaged: [Digest] = []

    package init(moved: Int = 0, bytes: Int64 = 0, left: Int = 0, damaged: [Digest] = []) {
        (self.moved, self.bytes, self.left, self.damaged) = (moved, bytes, left, damaged)
    }
}
