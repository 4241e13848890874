package import Domain

/// The files of a service without shared blobs, as a store that blobs are moved from or to.
package final class DiskBlobStore: BlobStore {
    package let kind = BlobStoreKind.disk
    private let files: DiskBlobRepository

    package init(_ files: DiskBlobRepository) {
        self.files = files
    }

    package func put(_ digest: Digest, _ bytes: [UInt8], replacing: Bool) async throws(FileFailure) -> Bool {
        if replacing { return try await files.renew(digest, with: bytes) }
        let isThere = try await !existing(among: [digest]).isEmpty
        _ = try await files.store(bytes)
        await files.release(digest)
        return !isThere
    }

    package func get(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8] {
        try await files.onThread { folder, _ throws(FileFailure) in try folder.raw(digest, limit: limit) }
    }

    package func existing(among digests: [Digest]) async throws(FileFailure) -> Set<Digest> {
        try await files.onThread { folder, _ throws(FileFailure) in
            Set(digests).subtracting(try folder.missing(among: digests))
        }
    }

    package func delete(_ digest: Digest) async throws(FileFailure) {
        try await files.remove([digest], .unneeded) { _ in [] }
    }

    package func list(after digest: Digest?, limit: Int) async throws(FileFailure) -> [StoredBlob] {
        try await files.onThread { folder, _ throws(FileFailure) in try folder.page(after: digest, limit: limit) }
    }
}
