import Domain
import PlatformSystem

/// A blob repository that reads real files into memory. Its digests are the first bytes of the content, enough to
/// distinguish files.
actor MemoryBlobs: BlobRepository {
    private var contents: [Digest: [UInt8]] = [:]
    private var failure: TakeFailure?
    private var failures = 0

    /// Lets the next `times` reads fail.
    func fail(_ failure: TakeFailure?, times: Int = .max) {
        self.failure = failure
        failures = times
    }

    func take(_ identity: FileIdentity, from folder: FolderPath, limit: Int64) throws(TakeFailure) -> TakenFile {
        if let failure, failures > 0 {
            failures -= 1
            throw failure
        }
        do throws(FileFailure) { return try taken(identity, folder, limit) } catch { throw .source(error) }
    }

    func peek(_ identity: FileIdentity, from folder: FolderPath, limit: Int64) throws(TakeFailure) -> TakenFile {
        let taken = try take(identity, from: folder, limit: limit)
        return TakenFile(
            digest: taken.digest, size: taken.size, head: taken.head, bytes: contents.removeValue(forKey: taken.digest))
    }

    private func taken(_ identity: FileIdentity, _ folder: FolderPath, _ limit: Int64) throws(FileFailure) -> TakenFile
    {
        let folder = try FileDescriptor.folder(folder)
        let file = try folder.file(beneath: identity.name)
        guard try file.entry(named: identity.name).identity == identity else { throw .changing }
        let bytes = try file.all(limit: Int(limit))
        return TakenFile(digest: try store(bytes), size: Int64(bytes.count), head: Array(bytes.prefix(16)))
    }

    func renew(_ digest: Digest, from identity: FileIdentity, in folder: FolderPath, limit: Int64) -> Bool { false }

    func renew(_ digest: Digest, with bytes: [UInt8]) -> Bool { false }

    func exists(_ digest: Digest) -> Bool { contents[digest] != nil }

    func checkReadiness() {}

    func isWhole(_ digest: Digest) -> Bool { contents[digest] != nil }

    func store(_ bytes: [UInt8]) throws(FileFailure) -> Digest {
        let padded = Array((bytes + [UInt8](repeating: 0, count: 32)).prefix(32))
        guard let digest = Digest(bytes: padded) else { throw .failed(code: 0) }
        contents[digest] = bytes
        return digest
    }

    func read(_ digest: Digest, limit: Int64) throws(FileFailure) -> [UInt8] {
        guard let bytes = contents[digest] else { throw .missing }
        return bytes
    }

    nonisolated func place(of digest: Digest) -> (folder: FolderPath, name: FileName) {
        (FolderPath("/nowhere"), FileName(digest.hex))
    }

    func release(_ digest: Digest) {}

    func remove(
        _ digests: [Digest], _ reason: BlobRemoval, sparing needed: @escaping @Sendable ([Digest]) async -> Set<Digest>
    ) async throws(FileFailure) {
        let spared = await needed(digests)
        for digest in digests where !spared.contains(digest) { contents[digest] = nil }
    }

    func all() -> [Digest] { Array(contents.keys) }
}
