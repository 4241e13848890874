internal import Domain
internal import PlatformDigest
internal import PlatformSystem

/// Checks of blobs.
extension BlobFolder {
    /// Holds what was set aside. Its name is not a shelf's, so that nothing in it counts as a blob.
    private static let quarantine = FileName("quarantine")

    /// Reads blobs in ascending order of their digests, which is the order of shelves and of the names in them.
    func check(after digest: Digest?, bytes: Int64, limit: Int) throws(FileFailure) -> BlobCheck {
        var blobs: [BlobCheck.Checked] = []
        var read: Int64 = 0
        for shelf in try shelves(from: digest) {
            for found in try content(of: shelf) where digest.map({ $0 < found.digest }) ?? true {
                guard let blob = try check(found.digest, found.entry) else { continue }
                blobs.append(blob)
                read += blob.bytes
                if read >= bytes || blobs.count >= limit { return BlobCheck(blobs: blobs, next: blob.digest) }
            }
        }
        return BlobCheck(blobs: blobs, next: nil)
    }

    /// `nil` if the blob has vanished since it was listed.
    private func check(_ digest: Digest, _ entry: FileEntry) throws(FileFailure) -> BlobCheck.Checked? {
        guard let content = try self.digest(of: digest) else { return nil }
        return BlobCheck.Checked(
            digest: digest, bytes: entry.size, modified: entry.modified.millis, isWhole: content == digest,
            isHeld: holds.isHeld(digest))
    }

    /// Blobs after the digest in ascending order, at most `limit`.
    func page(after digest: Digest?, limit: Int) throws(FileFailure) -> [StoredBlob] {
        var page: [StoredBlob] = []
        for shelf in try shelves(from: digest) where page.count < limit {
            for found in try content(of: shelf) where digest.map({ $0 < found.digest }) ?? true {
                page.append(StoredBlob(found.digest, size: found.entry.size, stored: found.entry.modified.millis))
            }
        }
        return Array(page.prefix(limit))
    }

    /// The shelves that can have blobs after the digest, in order.
    private func shelves(from digest: Digest?) throws(FileFailure) -> [FileName] {
        let first = digest.map { BlobLocation($0).subfolder.shown } ?? ""
        let names = try root.list().filter { $0.kind == .folder && $0.name.shown.utf8.count == 2 }.map(\.name)
        return names.filter { $0.shown >= first }.sorted { $0.shown < $1.shown }
    }

    private func content(of shelf: FileName) throws(FileFailure) -> [(digest: Digest, entry: FileEntry)] {
        let entries: [FileEntry]
        do throws(FileFailure) { entries = try root.folder(beneath: shelf).list() } catch .missing { return [] }
        return entries.compactMap { entry in BlobLocation.digest(shelf, entry.name).map { ($0, entry) } }
            .sorted { $0.digest < $1.digest }
    }

    func missing(among digests: [Digest]) throws(FileFailure) -> [Digest] {
        var missing: [Digest] = []
        for digest in digests where try !exists(digest) { missing.append(digest) }
        return missing
    }

    func exists(_ digest: Digest) throws(FileFailure) -> Bool {
        let place = BlobLocation(digest)
        do throws(FileFailure) {
            return try root.folder(beneath: place.subfolder).entry(place.name) != nil
        } catch .missing { return false }
    }

    /// Both folders are synced, so that after a power cut the blob is in one of them.
    func setAside(_ digest: Digest) throws(FileFailure) {
        guard let content = try self.digest(of: digest), content != digest else { return }
        let place = BlobLocation(digest)
        let shelf = try root.folder(beneath: place.subfolder)
        try root.makeFolder(Self.quarantine, .owner)
        let quarantine = try root.folder(beneath: Self.quarantine)
        try shelf.rename(place.name, to: FileName(digest.hex), in: quarantine)
        try quarantine.syncFolder()
        try shelf.syncFolder()
    }

    /// Keeps bytes that were found instead of a blob elsewhere.
    func setAside(_ bytes: [UInt8], as digest: Digest, _ part: FileName) throws(FileFailure) {
        try root.makeFolder(Self.quarantine, .owner)
        let quarantine = try root.folder(beneath: Self.quarantine)
        let file = try root.create(part, .owner)
        try file.write(bytes)
        try file.sync()
        try root.rename(part, to: FileName(digest.hex), in: quarantine)
        try quarantine.syncFolder()
    }

    /// Removes what was set aside of a blob that nothing needs any more.
    func removeSetAside(_ digest: Digest) throws(FileFailure) {
        do throws(FileFailure) {
            try root.folder(beneath: Self.quarantine).unlink(FileName(digest.hex))
        } catch .missing {
            return
        }
    }
}
