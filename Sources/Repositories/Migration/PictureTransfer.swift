package import Domain
internal import PlatformDigest

/// Copies pictures from one store to another. Both lists are read side by side, in the order of the digests, so that a
/// repeated run only copies what is missing.
package struct PictureTransfer: Sendable {
    private let source: any BlobStore
    private let target: any BlobStore
    private let report: MigrationProgress.Report

    /// The largest picture that is copied.
    private static let largest: Int64 = 1 << 30

    package init(
        from source: any BlobStore, to target: any BlobStore,
        report: @escaping MigrationProgress.Report = { _ in }
    ) {
        (self.source, self.target, self.report) = (source, target, report)
    }

    /// Copies what the target lacks or has in another size, and reads it there again. `isWhole`: also deletes what the
    /// source doesn't have, so that what was erased after it had been copied ahead is erased here too.
    package func run(isWhole: Bool) async throws(MigrationFailure) -> MovedPictures {
        var moved = MovedPictures()
        var (wanted, there) = (BlobList(source, .source), BlobList(target, .target))
        while let next = try await wanted.next {
            // What lies between two pictures of the source, the source doesn't have.
            while let other = try await there.next, other.digest < next.digest {
                if isWhole { try await delete(other.digest, &moved) }
                there.advance()
            }
            let found = try await there.next
            if let found, found.digest == next.digest { there.advance() }
            if let found, found.digest == next.digest, found.size == next.size {
                moved.present += 1
            } else {
                try await copy(next.digest, &moved)
            }
            wanted.advance()
        }
        while isWhole, let other = try await there.next {
            try await delete(other.digest, &moved)
            there.advance()
        }
        return moved
    }

    private func copy(_ digest: Digest, _ moved: inout MovedPictures) async throws(MigrationFailure) {
        let bytes: [UInt8]
        do throws(FileFailure) { bytes = try await source.get(digest, limit: Self.largest) } catch .missing {
            // Removed since it was listed.
            return
        } catch .damaged {
            moved.damaged += 1
            return
        } catch {
            throw .pictures(.source, error)
        }
        guard sha256(bytes) == digest else {
            moved.damaged += 1
            return
        }
        do throws(FileFailure) {
            _ = try await target.put(digest, bytes, replacing: true)
            guard sha256(try await target.get(digest, limit: Self.largest)) == digest else {
                throw FileFailure.damaged
            }
        } catch {
            throw .pictures(.target, error)
        }
        moved.copied += 1
        moved.bytes += Int64(bytes.count)
        do throws(RepositoryFailure) { try report(.pictures(count: moved.copied, bytes: moved.bytes)) } catch {
            throw .database(.target, error)
        }
    }

    private func delete(_ digest: Digest, _ moved: inout MovedPictures) async throws(MigrationFailure) {
        do throws(FileFailure) { try await target.delete(digest) } catch { throw .pictures(.target, error) }
        moved.removed += 1
    }
}

/// The blobs of a store, one after the other.
private struct BlobList {
    private let store: any BlobStore
    private let side: MigrationFailure.Side
    private var page: ArraySlice<StoredBlob> = []
    private var last: Digest?
    private var isAtEnd = false

    private static let pageSize = 1_000

    init(_ store: any BlobStore, _ side: MigrationFailure.Side) {
        (self.store, self.side) = (store, side)
    }

    var next: StoredBlob? {
        mutating get async throws(MigrationFailure) {
            if page.isEmpty, !isAtEnd {
                do throws(FileFailure) {
                    page = try await store.list(after: last, limit: Self.pageSize)[...]
                } catch .missing {
                    // A folder in which nothing was stored yet.
                    page = []
                } catch {
                    throw .pictures(side, error)
                }
                isAtEnd = page.count < Self.pageSize
                last = page.last?.digest ?? last
            }
            return page.first
        }
    }

    mutating func advance() { page = page.dropFirst() }
}
