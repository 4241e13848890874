package import Domain
package import PlatformConcurrency
internal import PlatformSystem
internal import Synchronization

/// Blobs as files: `blobs/ab/cdef…` in the state folder, named by the SHA-256 of their content.
///
/// A blob is written under a temporary name and renamed, so a file that is named by a digest is complete. An existing
/// file is kept if its size is right and replaced if it is not: a dropped picture's blob is not synced, and a power
/// failure may have left it empty. All calls block, but only the given threads.
package final class DiskBlobRepository: BlobRepository {
    private let root: FolderPath
    private let threads: ThreadExecutor
    private let names = PartNames()
    let holds = BlobHolds()
    private let removeDerived: @Sendable ([Digest]) async -> Void

    /// Creates `blobs` in the state folder if necessary and removes what a crash left incomplete. The caller must hold
    /// the lock on the state folder. `removeDerived` removes what was made from blobs that are being removed.
    package init(
        folder: FolderPath, threads: ThreadExecutor,
        removeDerived: @escaping @Sendable ([Digest]) async -> Void = { _ in }
    ) throws(FileFailure) {
        self.removeDerived = removeDerived
        root = folder.appending("blobs").asRoot
        self.threads = threads
        try BlobFolder.prepare(beneath: folder)
    }

    /// Blobs that are only read, while a service works with them.
    package init(reading folder: FolderPath, threads: ThreadExecutor) {
        removeDerived = { _ in }
        root = folder.appending("blobs").asRoot
        self.threads = threads
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

    package func renew(_ digest: Digest, with bytes: [UInt8]) async throws(FileFailure) -> Bool {
        let (root, part, holds) = (root, names.next(), holds)
        return try await threads.run { () throws(FileFailure) in
            let blobs = try BlobFolder(root, holds)
            if try blobs.isWhole(digest) { return false }
            return try blobs.renew(digest, part, with: bytes)
        }
    }

    private static func isWhole(_ digest: Digest, in blobs: borrowing BlobFolder) throws(TakeFailure) -> Bool {
        do throws(FileFailure) { return try blobs.isWhole(digest) } catch { throw .store(error) }
    }

    package func isWhole(_ digest: Digest) async throws(FileFailure) -> Bool {
        let (root, holds) = (root, holds)
        return try await threads.run { () throws(FileFailure) in try BlobFolder(root, holds).isWhole(digest) }
    }

    package func exists(_ digest: Digest) async throws(FileFailure) -> Bool {
        let (root, holds) = (root, holds)
        return try await threads.run { () throws(FileFailure) in try BlobFolder(root, holds).exists(digest) }
    }

    /// The disk's free space is watched elsewhere.
    package func checkReadiness() {}

    package func store(_ bytes: [UInt8]) async throws(FileFailure) -> Digest {
        let (root, part, holds) = (root, names.next(), holds)
        return try await threads.run { () throws(FileFailure) in
            try BlobFolder(root, holds).store(bytes, part)
        }
    }

    package func read(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8] {
        let (root, holds) = (root, holds)
        return try await threads.run { () throws(FileFailure) in
            try BlobFolder(root, holds).read(digest, limit: limit)
        }
    }

    package func place(of digest: Digest) -> (folder: FolderPath, name: FileName) {
        let place = BlobLocation(digest)
        return (root.appending(place.subfolder), place.name)
    }

    package func release(_ digest: Digest) async {
        holds.release(digest)
    }

    package func remove(
        _ digests: [Digest], _ reason: BlobRemoval, sparing needed: @escaping @Sendable ([Digest]) async -> Set<Digest>
    ) async throws(FileFailure) {
        let condemned = holds.condemn(digests)
        if condemned.isEmpty { return }
        let spared = await needed(condemned)
        holds.spare(Array(spared))
        let removed = condemned.filter { !spared.contains($0) }
        if removed.isEmpty { return }
        // First, because a crash must not leave anything of a removed blob; and again, because it may have been read
        // meanwhile.
        await removeDerived(removed)
        let (root, holds) = (root, holds)
        try await threads.run { () throws(FileFailure) in
            let blobs = try BlobFolder(root, holds)
            for digest in removed { try blobs.remove(digest) }
        }
        await removeDerived(removed)
    }

    package func all() async throws(FileFailure) -> [Digest] {
        let (root, holds) = (root, holds)
        return try await threads.run { () throws(FileFailure) in try BlobFolder(root, holds).all() }
    }
}

/// What a copy of shared blobs needs beside.
extension DiskBlobRepository {
    /// Runs work on the open folder, with a name for a part.
    func onThread<T: Sendable>(
        _ work: @escaping @Sendable (borrowing BlobFolder, FileName) throws(FileFailure) -> T
    ) async throws(FileFailure) -> T {
        let (root, part, holds) = (root, names.next(), holds)
        return try await threads.run { () throws(FileFailure) in try work(try BlobFolder(root, holds), part) }
    }
}

extension DiskBlobRepository: BlobVerification {
    package func check(
        after digest: Digest?, bytes: Int64, limit: Int
    ) async throws(FileFailure) -> BlobCheck {
        let (root, holds) = (root, holds)
        return try await threads.run { () throws(FileFailure) in
            try BlobFolder(root, holds).check(after: digest, bytes: bytes, limit: limit)
        }
    }

    package func missing(among digests: [Digest]) async throws(FileFailure) -> [Digest] {
        let (root, holds) = (root, holds)
        return try await threads.run { () throws(FileFailure) in try BlobFolder(root, holds).missing(among: digests) }
    }

    package func setAside(_ digest: Digest) async throws(FileFailure) {
        let (root, holds) = (root, holds)
        try await threads.run { () throws(FileFailure) in try BlobFolder(root, holds).setAside(digest) }
    }
}

/// Holds that keep blobs from being removed. A removal first condemns a blob, then queries the database, then removes
/// the file. A blob that is held at any moment in between stays, and one that is taken while its file is being removed
/// is written again.
final class BlobHolds: Sendable {
    private struct State {
        var holds: [Digest: Int] = [:]
        var condemned: Set<Digest> = []
    }

    private let state = Mutex(State())

    func hold(_ digest: Digest) {
        state.withLock { state in
            state.holds[digest, default: 0] += 1
            state.condemned.remove(digest)
        }
    }

    func release(_ digest: Digest) {
        state.withLock { state in
            let left = (state.holds[digest] ?? 0) - 1
            state.holds[digest] = left > 0 ? left : nil
        }
    }

    func isHeld(_ digest: Digest) -> Bool { state.withLock { $0.holds[digest] != nil } }

    /// Condemns the blobs without holds and returns them.
    func condemn(_ digests: [Digest]) -> [Digest] {
        state.withLock { state in
            let free = digests.filter { state.holds[$0] == nil }
            state.condemned.formUnion(free)
            return free
        }
    }

    func spare(_ digests: [Digest]) {
        state.withLock { $0.condemned.subtract(digests) }
    }

    /// Runs `remove`, which must be short, if the blob is still condemned. It can't be held meanwhile.
    func end(_ digest: Digest, _ remove: () throws(FileFailure) -> Void) throws(FileFailure) {
        let outcome = state.withLock { state in
            guard state.condemned.remove(digest) != nil else { return Result<Void, FileFailure>.success(()) }
            return Result { () throws(FileFailure) in try remove() }
        }
        try outcome.get()
    }
}

/// Temporary names that are unique within a run. Leftovers of earlier runs are removed before it starts.
final class PartNames: Sendable {
    static let ending = "part"
    private let count = Atomic(0)

    func next() -> FileName {
        FileName("\(count.add(1, ordering: .relaxed).newValue).\(Self.ending)")
    }
}
