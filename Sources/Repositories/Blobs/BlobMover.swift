package import Domain
internal import PlatformDigest

/// Moves blobs from a repository's earlier stores to the one it writes to.
package actor BlobMover: BlobMoving {
    /// What one step moves, so that requests are short and progress can be shown.
    private static let stepBytes: Int64 = 64 << 20
    private static let stepBlobs = 100
    private static let page = 1_000

    private struct Item {
        let blob: StoredBlob
        let store: any BlobStore
    }

    package nonisolated let target: BlobStoreKind
    private let repository: SharedBlobRepository
    /// What was found in the earlier stores, newest first, so that the next one is the last.
    private var queue: [Item] = []
    /// What can't be moved. A later run of the service tries again.
    private var damaged: Set<Digest> = []

    package init(_ repository: SharedBlobRepository) {
        self.repository = repository
        target = repository.store.kind
    }

    package func moveSome() async throws(FileFailure) -> BlobMoveStep {
        if queue.isEmpty { queue = try await found() }
        var step = BlobMoveStep()
        while step.bytes < Self.stepBytes, step.moved < Self.stepBlobs, let item = queue.popLast() {
            do throws(FileFailure) {
                guard try await move(item) else { continue }
                step.moved += 1
                step.bytes += item.blob.size
            } catch .damaged {
                damaged.insert(item.blob.digest)
                step.damaged.append(item.blob.digest)
            } catch {
                // What is left is found again.
                queue = []
                throw error
            }
        }
        // Something may have been written to an earlier store by a service with earlier settings.
        if queue.isEmpty { queue = try await found() }
        step.left = queue.count
        return step
    }

    private func found() async throws(FileFailure) -> [Item] {
        var items: [Item] = []
        for store in repository.earlier {
            var last: Digest?
            repeat {
                let page = try await store.list(after: last, limit: Self.page)
                items += page.filter { !damaged.contains($0.digest) }.map { Item(blob: $0, store: store) }
                last = page.count < Self.page ? nil : page.last?.digest
            } while last != nil
        }
        return items.sorted {
            ($0.blob.stored, $0.blob.digest) > ($1.blob.stored, $1.blob.digest)
        }
    }

    /// Returns `false` if the blob has vanished. Throws `.damaged` if its content is not its digest's.
    private func move(_ item: Item) async throws(FileFailure) -> Bool {
        let (digest, target) = (item.blob.digest, repository.store)
        let bytes: [UInt8]
        do throws(FileFailure) {
            bytes = try await item.store.get(digest, limit: SharedBlobRepository.largest)
        } catch .missing {
            return false
        }
        guard sha256(bytes) == digest else { throw .damaged }
        _ = try await target.put(digest, bytes, replacing: false)
        if try await sha256(target.get(digest, limit: SharedBlobRepository.largest)) != digest {
            // An earlier copy in the new store is damaged.
            _ = try await target.put(digest, bytes, replacing: true)
            guard try await sha256(target.get(digest, limit: SharedBlobRepository.largest)) == digest else {
                throw .sharedStore(.unreachable("\(digest.hex) was not stored whole"))
            }
        }
        try await item.store.delete(digest)
        return true
    }
}
