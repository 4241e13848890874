package import Domain
import Synchronization

/// A blob repository on the simulated disk, with the same steps and syncs as the real one.
package final class SimulatedBlobs: BlobRepository {
    private struct State {
        var holds: [Digest: Int] = [:]
        var condemned: Set<Digest> = []
        var parts = 0
    }

    private let disk: SimulatedDisk
    private let files: SimulatedFiles
    private let life: ServiceRun
    private let root: FolderPath
    private let digest: @Sendable ([UInt8]) -> Digest
    private let state = Mutex(State())

    /// Removes partial files left by a crash.
    package init(
        _ disk: SimulatedDisk, _ life: ServiceRun, state folder: FolderPath,
        digest: @escaping @Sendable ([UInt8]) -> Digest
    ) {
        self.disk = disk
        self.life = life
        self.digest = digest
        files = SimulatedFiles(disk, life)
        root = folder.appending("blobs")
        disk.makeFolder(root)
        for entry in (try? disk.list(root)) ?? [] { try? disk.unlink(entry.name, in: root) }
    }

    package func take(
        _ identity: FileIdentity, from folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> TakenFile {
        let peeked = try await peek(identity, from: folder, limit: limit)
        let (bytes, digest) = (peeked.bytes ?? [], peeked.digest)
        do throws(FileFailure) {
            try await holding(digest) { () throws(FileFailure) in try await put(bytes, digest, isSynced: false) }
        } catch {
            throw .store(error)
        }
        return TakenFile(digest: digest, size: peeked.size, head: peeked.head)
    }

    package func peek(
        _ identity: FileIdentity, from folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> TakenFile {
        let bytes: [UInt8]
        do throws(FileFailure) { bytes = try await content(identity, folder, limit) } catch { throw .source(error) }
        return TakenFile(
            digest: digest(bytes), size: Int64(bytes.count), head: Array(bytes.prefix(PictureFormat.headBytes)),
            bytes: bytes)
    }

    private func content(
        _ identity: FileIdentity, _ folder: FolderPath, _ limit: Int64
    ) async throws(FileFailure) -> [UInt8] {
        guard let before = try await files.entry(identity.name, in: folder) else { throw .missing }
        guard before.identity == identity else { throw .changing }
        let bytes = try await files.read(identity.name, in: folder, limit: Int(limit))
        guard try await files.entry(identity.name, in: folder)?.identity == identity else { throw .changing }
        return bytes
    }

    package func isWhole(_ digest: Digest) async throws(FileFailure) -> Bool {
        try await isWhole(digest, 256 << 20)
    }

    package func exists(_ digest: Digest) async throws(FileFailure) -> Bool {
        let place = location(of: digest)
        do throws(FileFailure) { return try await files.entry(place.name, in: place.folder) != nil } catch .missing {
            return false
        }
    }

    package func renew(
        _ digest: Digest, from identity: FileIdentity, in folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> Bool {
        do throws(FileFailure) { if try await isWhole(digest, limit) { return false } } catch { throw .store(error) }
        let bytes: [UInt8]
        do throws(FileFailure) { bytes = try await content(identity, folder, limit) } catch { throw .source(error) }
        do throws(FileFailure) { return try await replace(digest, with: bytes) } catch { throw .store(error) }
    }

    package func renew(_ digest: Digest, with bytes: [UInt8]) async throws(FileFailure) -> Bool {
        if try await isWhole(digest) { return false }
        return try await replace(digest, with: bytes)
    }

    private func replace(_ digest: Digest, with bytes: [UInt8]) async throws(FileFailure) -> Bool {
        guard self.digest(bytes) == digest else { return false }
        try await put(bytes, digest, isSynced: true, isNew: true)
        try await files.sync(location(of: digest).folder)
        return true
    }

    private func isWhole(_ digest: Digest, _ limit: Int64) async throws(FileFailure) -> Bool {
        do throws(FileFailure) { return self.digest(try await read(digest, limit: limit)) == digest } catch .missing {
            return false
        }
    }

    package func checkReadiness() {}

    package func store(_ bytes: [UInt8]) async throws(FileFailure) -> Digest {
        let digest = digest(bytes)
        let place = location(of: digest)
        disk.makeFolder(place.folder)
        try await holding(digest) { () throws(FileFailure) in
            if try await files.entry(place.name, in: place.folder)?.size == Int64(bytes.count) {
                try await sync(place.name, in: place.folder)
            } else {
                try await put(bytes, digest, isSynced: true)
            }
            try await files.sync(place.folder)
        }
        return digest
    }

    private func put(_ bytes: [UInt8], _ digest: Digest, isSynced: Bool, isNew: Bool = false) async throws(FileFailure)
    {
        let place = location(of: digest)
        disk.makeFolder(place.folder)
        let part = state.withLock { state in
            state.parts += 1
            return FileName("\(state.parts).part")
        }
        try await life.act("write blob", digest.hex, dead: SimulatedFiles.broken) { () throws(FileFailure) in
            if life.diskFails() { throw .full }
            try disk.write(bytes, to: part, in: root)
        }
        if isSynced { try await sync(part, in: root) }
        if !isNew, let there = try await files.entry(place.name, in: place.folder), there.size == Int64(bytes.count) {
            try await files.remove(part, in: root)
        } else {
            try await life.act("shelve blob", digest.hex, dead: SimulatedFiles.broken) { () throws(FileFailure) in
                try disk.rename(part, from: root, to: place.name, in: place.folder, replacing: true)
            }
        }
    }

    private func sync(_ name: FileName, in folder: FolderPath) async throws(FileFailure) {
        try await life.act("sync blob", name.shown, dead: SimulatedFiles.broken) { () throws(FileFailure) in
            if life.diskFails() { throw SimulatedFiles.broken }
            try disk.sync(name, in: folder)
        }
    }

    package func read(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8] {
        let place = location(of: digest)
        return try await files.read(place.name, in: place.folder, limit: Int(limit))
    }

    package func place(of digest: Digest) -> (folder: FolderPath, name: FileName) { location(of: digest) }

    private func location(of digest: Digest) -> (folder: FolderPath, name: FileName) {
        let hex = digest.hex
        return (root.appending(String(hex.prefix(2))), FileName(String(hex.dropFirst(2))))
    }

    package func release(_ digest: Digest) async {
        letGo(digest)
    }

    private func letGo(_ digest: Digest) {
        state.withLock { state in
            let left = (state.holds[digest] ?? 0) - 1
            state.holds[digest] = left > 0 ? left : nil
        }
    }

    private func holding(
        _ digest: Digest, _ work: () async throws(FileFailure) -> Void
    ) async throws(FileFailure) {
        state.withLock { state in
            state.holds[digest, default: 0] += 1
            state.condemned.remove(digest)
        }
        do throws(FileFailure) { try await work() } catch {
            letGo(digest)
            throw error
        }
    }

    package func remove(
        _ digests: [Digest], _ reason: BlobRemoval, sparing needed: @escaping @Sendable ([Digest]) async -> Set<Digest>
    ) async throws(FileFailure) {
        let condemned = state.withLock { state in
            let free = digests.filter { state.holds[$0] == nil }
            state.condemned.formUnion(free)
            return free
        }
        if condemned.isEmpty { return }
        let spared = await needed(condemned)
        state.withLock { $0.condemned.subtract(spared) }
        for digest in condemned where !spared.contains(digest) { try await remove(digest) }
    }

    private func remove(_ digest: Digest) async throws(FileFailure) {
        let place = location(of: digest)
        try await life.act("remove blob", digest.hex, dead: SimulatedFiles.broken) { () throws(FileFailure) in
            guard state.withLock({ $0.condemned.remove(digest) != nil }) else { return }
            do throws(FileFailure) { try disk.unlink(place.name, in: place.folder) } catch .missing { return }
        }
    }

    package func all() async throws(FileFailure) -> [Digest] { Array(Self.stored(in: root, on: disk)) }

    /// The blobs on a disk, whatever their content.
    package static func stored(on disk: SimulatedDisk, state: FolderPath) -> Set<Digest> {
        stored(in: state.appending("blobs"), on: disk)
    }

    private static func stored(in root: FolderPath, on disk: SimulatedDisk) -> Set<Digest> {
        var found: Set<Digest> = []
        for shelf in disk.folders(in: root) {
            for entry in (try? disk.list(root.appending(shelf))) ?? [] {
                if let digest = Digest(hex: shelf.shown + entry.name.shown) { found.insert(digest) }
            }
        }
        return found
    }
}
