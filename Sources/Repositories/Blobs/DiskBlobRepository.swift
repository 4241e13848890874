package import Domain
package import PlatformSystem

/// Blobs as files: `blobs/ab/cdef…` under the state folder, named by the SHA-256 of their content.
///
/// A blob is written under a temporary name and renamed, so that what has a digest for its name is whole. One that is
/// there already is kept when its size is right, and replaced when it is not (a dropped picture's blob is not synced,
/// and a power cut may have left it empty). All calls block on the given threads alone.
package final class DiskBlobRepository: BlobRepository {
    private let root: FolderPath
    private let threads: ThreadExecutor
    private let names = PartNames()
    private let holds = BlobHolds()

    /// Makes `blobs` in the state folder when it is not there, and removes what a crash left half written.
    /// Whoever opens it holds the lock on the state folder.
    package init(folder: FolderPath, threads: ThreadExecutor) throws(FileFailure) {
        root = folder.appending("blobs").asRoot
        self.threads = threads
        try BlobFolder.prepare(beneath: folder)
    }

    package func take(
        _ identity: FileIdentity, from folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> TakenFile {
        let (root, part, holds) = (root, names.next(), holds)
        return try await threads.run { () throws(TakeFailure) in
            let blobs = try Self.blobs(root, holds)
            let source = try Self.source(identity, folder, limit)
            return try blobs.writing(part) { file throws(TakeFailure) in try source.copy(to: file) }
        }
    }

    package func peek(
        _ identity: FileIdentity, from folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> TakenFile {
        try await threads.run { () throws(TakeFailure) in try Self.source(identity, folder, limit).peek() }
    }

    private static func blobs(_ root: FolderPath, _ holds: BlobHolds) throws(TakeFailure) -> BlobFolder {
        do throws(FileFailure) { return try BlobFolder(root, holds) } catch { throw .store(error) }
    }

    private static func source(
        _ identity: FileIdentity, _ folder: FolderPath, _ limit: Int64
    ) throws(TakeFailure) -> BlobSource {
        do throws(FileFailure) { return try BlobSource(identity, from: folder, limit: limit) } catch {
            throw .source(error)
        }
    }

    package func renew(
        _ digest: Digest, from identity: FileIdentity, in folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> Bool {
        let (root, part, holds) = (root, names.next(), holds)
        return try await threads.run { () throws(TakeFailure) in
            let blobs = try Self.blobs(root, holds)
            if try Self.isWhole(digest, in: blobs) { return false }
            let source = try Self.source(identity, folder, limit)
            return try blobs.renew(digest, part) { file throws(TakeFailure) in try source.copy(to: file) }
        }
    }

    private static func isWhole(_ digest: Digest, in blobs: borrowing BlobFolder) throws(TakeFailure) -> Bool {
        do throws(FileFailure) { return try blobs.isWhole(digest) } catch { throw .store(error) }
    }

    package func store(_ bytes: [UInt8]) async throws(FileFailure) -> Digest {
        let (root, part, holds) = (root, names.next(), holds)
        return try await threads.run { () throws(FileFailure) in
            try BlobFolder(root, holds).store(bytes, part)
        }
    }

    package func read(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8] {
        let place = place(of: digest)
        return try await threads.run { () throws(FileFailure) in
            try FileDescriptor.file(place.name, in: place.folder).all(limit: Int(clamping: limit))
        }
    }

    package func place(of digest: Digest) -> (folder: FolderPath, name: FileName) {
        let place = BlobPlace(digest)
        return (root.appending(place.shelf), place.name)
    }

    package func release(_ digest: Digest) async {
        holds.release(digest)
    }

    package func remove(
        _ digests: [Digest], sparing needed: @Sendable ([Digest]) async -> Set<Digest>
    ) async throws(FileFailure) {
        let condemned = holds.condemn(digests)
        if condemned.isEmpty { return }
        let spared = await needed(condemned)
        holds.spare(Array(spared))
        let (root, holds) = (root, holds)
        try await threads.run { () throws(FileFailure) in
            let blobs = try BlobFolder(root, holds)
            for digest in condemned where !spared.contains(digest) { try blobs.remove(digest) }
        }
    }

    package func all() async throws(FileFailure) -> [Digest] {
        let (root, holds) = (root, holds)
        return try await threads.run { () throws(FileFailure) in try BlobFolder(root, holds).all() }
    }
}
