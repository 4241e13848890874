package import Domain
internal import PlatformDigest
internal import Synchronization

/// Blobs in a store that services share, with local copies of those that were used here.
///
/// A blob is in the store before `take` and `store` return, so that a row that names it is always written after it. While
/// blobs are being moved they are also read from the stores they are moved from.
package final class SharedBlobRepository: BlobRepository {
    /// The largest blob that is read to be checked or moved.
    static let largest: Int64 = 1 << 30

    let copies: FetchedBlobs
    /// Where blobs are written.
    let store: any BlobStore
    /// Where else they may be.
    let earlier: [any BlobStore]
    let marks: BlobMarks
    private let removeDerived: @Sendable ([Digest]) async -> Void
    /// When garbage was last collected.
    private let collected = Mutex(UTCMillis(.min))
    private let utc: @Sendable () -> UTCMillis

    /// `earlier`: other stores that blobs are read from, and moved from. `database` keeps the marks of blobs.
    /// `removeDerived` removes what was made from blobs that are being removed.
    package init(
        copies: FetchedBlobs, store: any BlobStore, earlier: [any BlobStore], database: any SQLStore,
        utc: @escaping @Sendable () -> UTCMillis,
        removeDerived: @escaping @Sendable ([Digest]) async -> Void = { _ in }
    ) {
        (self.copies, self.store, self.earlier, self.utc) = (copies, store, earlier, utc)
        self.removeDerived = removeDerived
        marks = BlobMarks(database)
    }

    var stores: [any BlobStore] { [store] + earlier }

    package func take(
        _ identity: FileIdentity, from folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> TakenFile {
        let taken = try await copies.files.take(identity, from: folder, limit: limit)
        do throws(FileFailure) {
            await copies.note(taken.digest, bytes: taken.size)
            try await publish(taken.digest) { () throws(FileFailure) in
                try await self.copies.files.read(taken.digest, limit: taken.size)
            }
        } catch {
            await letGo(taken.digest)
            throw .store(error)
        }
        return taken
    }

    package func peek(
        _ identity: FileIdentity, from folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> TakenFile {
        try await copies.files.peek(identity, from: folder, limit: limit)
    }

    package func checkReadiness() async throws(FileFailure) { _ = try await store.list(after: nil, limit: 1) }

    package func store(_ bytes: [UInt8]) async throws(FileFailure) -> Digest {
        let digest = sha256(bytes)
        try await copies.keep(bytes, as: digest)
        do throws(FileFailure) {
            try await publish(digest) { () throws(FileFailure) in bytes }
        } catch {
            await letGo(digest)
            throw error
        }
        return digest
    }

    private func letGo(_ digest: Digest) async {
        await copies.files.release(digest)
        await copies.forget([digest])
    }

    /// Puts a held blob into the store, unless it is there, and keeps other services from deleting it.
    private func publish(
        _ digest: Digest, replacing: Bool = false, _ content: () async throws(FileFailure) -> [UInt8]
    ) async throws(FileFailure) {
        _ = try await marks.check(digest)
        let isNew: Bool
        if !replacing, try await !store.existing(among: [digest]).isEmpty {
            isNew = false
        } else {
            isNew = try await store.put(digest, try await content(), replacing: replacing)
        }
        let isMarked = try await marks.check(digest)
        guard isMarked || !isNew else { return }
        if try await marks.use(digest) { _ = try await store.put(digest, try await content(), replacing: replacing) }
    }

    package func read(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8] {
        if let copy = try await copies.read(digest, limit: limit) { return copy }
        let bytes = try await fetch(digest, limit: limit)
        try await copies.keep(bytes, as: digest)
        await copies.files.release(digest)
        return bytes
    }

    /// Reads a blob from the stores in turn. A store that can't be read may have it, so then it isn't known to be missing.
    /// While blobs are moved, one may leave an earlier store after the first was looked at; so that is looked at again.
    func fetch(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8] {
        var failure = FileFailure.missing
        for store in earlier.isEmpty ? [store] : stores + [store] {
            do throws(FileFailure) {
                // A line may have changed the bytes on their way.
                for _ in 0..<2 {
                    let bytes = try await store.get(digest, limit: limit)
                    if sha256(bytes) == digest { return bytes }
                }
                if failure == .missing { failure = .damaged }
            } catch .missing {
                continue
            } catch {
                if failure == .missing || failure == .damaged { failure = error }
            }
        }
        throw failure
    }

    /// The digests that no store has.
    private func absent(_ digests: [Digest]) async throws(FileFailure) -> [Digest] {
        var absent = digests
        for store in earlier.isEmpty ? [store] : stores + [store] where !absent.isEmpty {
            let found = try await store.existing(among: absent)
            absent.removeAll(where: found.contains)
        }
        return absent
    }

    package func exists(_ digest: Digest) async throws(FileFailure) -> Bool {
        if try await copies.has(digest) { return true }
        return try await absent([digest]).isEmpty
    }

    package func isWhole(_ digest: Digest) async throws(FileFailure) -> Bool {
        if try await copies.has(digest) { return true }
        do throws(FileFailure) {
            _ = try await read(digest, limit: Self.largest)
            return true
        } catch .missing {
            return false
        } catch .damaged {
            return false
        }
    }

    package func place(of digest: Digest) async throws(FileFailure) -> (folder: FolderPath, name: FileName) {
        if try await !copies.has(digest) { _ = try await read(digest, limit: Self.largest) }
        return copies.files.place(of: digest)
    }

    package func renew(
        _ digest: Digest, from identity: FileIdentity, in folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> Bool {
        do throws(FileFailure) { if try await isIntact(digest) { return false } } catch { throw .store(error) }
        let bytes = try await peek(identity, from: folder, limit: limit).bytes ?? []
        do throws(FileFailure) { return try await replace(digest, by: bytes) } catch { throw .store(error) }
    }

    package func renew(_ digest: Digest, with bytes: [UInt8]) async throws(FileFailure) -> Bool {
        if try await isIntact(digest) { return false }
        return try await replace(digest, by: bytes)
    }

    /// Whether a store has the blob's content. The local copy may be damaged; it is fetched again when it is needed.
    private func isIntact(_ digest: Digest) async throws(FileFailure) -> Bool {
        do throws(FileFailure) {
            _ = try await fetch(digest, limit: Self.largest)
            return true
        } catch .missing {
            return false
        } catch .damaged {
            return false
        }
    }

    private func replace(_ digest: Digest, by bytes: [UInt8]) async throws(FileFailure) -> Bool {
        guard sha256(bytes) == digest else { return false }
        try await copies.keep(bytes, as: digest)
        let result: FileFailure?
        do throws(FileFailure) {
            try await publish(digest, replacing: true) { () throws(FileFailure) in bytes }
            result = nil
        } catch {
            result = error
        }
        await copies.files.release(digest)
        if let result { throw result }
        return true
    }

    package func release(_ digest: Digest) async {
        await copies.files.release(digest)
    }

    package func all() async throws(FileFailure) -> [Digest] {
        var found: Set<Digest> = []
        for store in stores {
            var last: Digest?
            repeat {
                let page = try await store.list(after: last, limit: Self.page)
                found.formUnion(page.map(\.digest))
                last = page.count < Self.page ? nil : page.last?.digest
            } while last != nil
        }
        return Array(found)
    }

    private static let page = 1_000
}

/// Removal.
extension SharedBlobRepository {
    /// The most garbage that one removal collects beside.
    private static let mostGarbage = 200
    /// Milliseconds between two looks for garbage.
    private static let collectionPause: Int64 = 10 * 60 * 1_000

    package func remove(
        _ digests: [Digest], _ reason: BlobRemoval, sparing needed: @escaping @Sendable ([Digest]) async -> Set<Digest>
    ) async throws(FileFailure) {
        let held = digests.filter { copies.files.holds.isHeld($0) }
        let free = digests.filter { !held.contains($0) }
        switch reason {
        case .forgotten:
            let condemned = try await marks.condemn(free, isAtOnce: true)
            try await delete(condemned, sparing: needed)
        case .unneeded:
            if !free.isEmpty {
                let spared = await needed(free)
                let garbage = free.filter { !spared.contains($0) }
                if !garbage.isEmpty {
                    await removeDerived(garbage)
                    await copies.forget(garbage)
                    try await marks.see(garbage)
                }
            }
            try await collect(sparing: needed)
        }
    }

    /// Deletes what nothing needed a day ago and nothing needs now.
    private func collect(sparing needed: @escaping @Sendable ([Digest]) async -> Set<Digest>) async throws(FileFailure)
    {
        let now = utc()
        let isTime = collected.withLock { last in
            guard now.milliseconds(since: last) >= Self.collectionPause else { return false }
            last = now
            return true
        }
        guard isTime else { return }
        let due = try await marks.due(limit: Self.mostGarbage)
        if due.isEmpty { return }
        let spared = await needed(due)
        try await marks.spare(due.filter(spared.contains))
        let garbage = due.filter { !spared.contains($0) && !copies.files.holds.isHeld($0) }
        try await delete(try await marks.condemn(garbage, isAtOnce: false), sparing: needed)
    }

    /// Deletes condemned blobs that nothing needs. Those that were held before they were condemned are kept; whoever
    /// stores one now waits until it is deleted.
    private func delete(
        _ condemned: [Digest], sparing needed: @escaping @Sendable ([Digest]) async -> Set<Digest>
    ) async throws(FileFailure) {
        if condemned.isEmpty { return }
        let spared = await needed(condemned)
        let kept = condemned.filter { spared.contains($0) || copies.files.holds.isHeld($0) }
        try await marks.spare(kept)
        let removed = condemned.filter { !kept.contains($0) }
        await removeDerived(removed)
        for digest in removed {
            for store in stores { try await store.delete(digest) }
            try await marks.bury(digest)
        }
        await copies.forget(removed)
        await removeDerived(removed)
    }
}

extension SharedBlobRepository: BlobVerification {
    package func check(after digest: Digest?, bytes: Int64, limit: Int) async throws(FileFailure) -> BlobCheck {
        var found: [Digest: StoredBlob] = [:]
        var end: Digest?
        for store in stores {
            let page = try await store.list(after: digest, limit: limit)
            for blob in page where blob.stored > found[blob.digest]?.stored ?? UTCMillis(.min) {
                found[blob.digest] = blob
            }
            // Beyond the shortest full page, other stores may have blobs in between.
            if page.count == limit, let last = page.last?.digest { end = min(end ?? last, last) }
        }
        let order = found.values.filter { blob in end.map { blob.digest <= $0 } ?? true }
            .sorted { $0.digest < $1.digest }
        var blobs: [BlobCheck.Checked] = []
        var read: Int64 = 0
        for blob in order {
            guard let isWhole = try await isWholeEverywhere(blob.digest) else { continue }
            blobs.append(
                BlobCheck.Checked(
                    digest: blob.digest, bytes: blob.size, modified: blob.stored, isWhole: isWhole,
                    isHeld: copies.files.holds.isHeld(blob.digest)))
            read += blob.size
            if read >= bytes, blob != order.last { return BlobCheck(blobs: blobs, next: blob.digest) }
        }
        return BlobCheck(blobs: blobs, next: end)
    }

    /// `nil` if no store has the blob.
    private func isWholeEverywhere(_ digest: Digest) async throws(FileFailure) -> Bool? {
        var isWhole: Bool?
        for store in stores {
            do throws(FileFailure) {
                let bytes = try await store.get(digest, limit: Self.largest)
                isWhole = (isWhole ?? true) && sha256(bytes) == digest
            } catch .missing {
                continue
            }
        }
        return isWhole
    }

    /// A blob that only this service has a copy of is put back.
    package func missing(among digests: [Digest]) async throws(FileFailure) -> [Digest] {
        var left: [Digest] = []
        for digest in try await absent(digests) {
            let copy = try await copies.read(digest, limit: Self.largest)
            guard let copy else {
                left.append(digest)
                continue
            }
            _ = try await replace(digest, by: copy)
        }
        return left
    }

    package func setAside(_ digest: Digest) async throws(FileFailure) {
        for store in stores {
            let bytes: [UInt8]
            do throws(FileFailure) { bytes = try await store.get(digest, limit: Self.largest) } catch .missing {
                continue
            }
            if sha256(bytes) == digest { continue }
            try await copies.files.onThread { folder, part throws(FileFailure) in
                try folder.setAside(bytes, as: digest, part)
            }
            try await store.delete(digest)
        }
    }
}
