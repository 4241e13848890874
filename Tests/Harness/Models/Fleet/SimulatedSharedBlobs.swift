package import Domain
import Synchronization

/// The pictures that services share: rows of their database.
package final class ModelBlobTable: Sendable {
    private struct Row {
        let bytes: [UInt8]
        var used: UTCMillis
        /// When nothing needed it first.
        var seen: UTCMillis?

        static let rest: Int64 = 24 * 60 * 60 * 1_000

        func isGarbage(at now: UTCMillis) -> Bool {
            guard let seen else { return false }
            return now.milliseconds(since: seen) >= Self.rest && now.milliseconds(since: used) >= Self.rest
        }
    }

    private let rows = Mutex<[Digest: Row]>([:])
    private let now: @Sendable () -> UTCMillis

    /// `now`: the server's clock.
    package init(now: @escaping @Sendable () -> UTCMillis) { self.now = now }

    package var stored: Set<Digest> { rows.withLock { Set($0.keys) } }

    func put(_ digest: Digest, _ bytes: [UInt8]) {
        rows.withLock { $0[digest] = Row(bytes: bytes, used: now()) }
    }

    func bytes(_ digest: Digest) -> [UInt8]? { rows.withLock { $0[digest]?.bytes } }

    /// Notes pictures that nothing needs, and returns those that nothing has needed for a day.
    func see(_ digests: [Digest]) -> [Digest] {
        let now = now()
        return rows.withLock { rows in
            for digest in digests where rows[digest]?.seen == nil { rows[digest]?.seen = now }
            return rows.filter { $0.value.isGarbage(at: now) }.map(\.key).sorted { $0.hex < $1.hex }
        }
    }

    func delete(_ digests: [Digest]) { rows.withLock { rows in for digest in digests { rows[digest] = nil } } }
}

/// A repository of pictures in the shared database, with copies on the service's own disk.
package struct SimulatedSharedBlobs: BlobRepository {
    private let table: ModelBlobTable
    private let copies: SimulatedBlobs
    private let spool: SimulatedSpool
    private let digest: @Sendable ([UInt8]) -> Digest

    package init(
        _ table: ModelBlobTable, copies: SimulatedBlobs, _ spool: SimulatedSpool,
        digest: @escaping @Sendable ([UInt8]) -> Digest
    ) {
        (self.table, self.copies, self.spool, self.digest) = (table, copies, spool, digest)
    }

    package func take(
        _ identity: FileIdentity, from folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> TakenFile {
        let taken = try await copies.take(identity, from: folder, limit: limit)
        do throws(FileFailure) {
            try await publish(taken.digest, try await copies.read(taken.digest, limit: limit))
        } catch {
            await copies.release(taken.digest)
            throw .store(error)
        }
        return taken
    }

    package func peek(
        _ identity: FileIdentity, from folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> TakenFile {
        try await copies.peek(identity, from: folder, limit: limit)
    }

    package func checkReadiness() async throws(FileFailure) {
        try await statement { () throws(RepositoryFailure) in try await spool.act("check pictures") {} }
    }

    package func store(_ bytes: [UInt8]) async throws(FileFailure) -> Digest {
        let digest = try await copies.store(bytes)
        do throws(FileFailure) { try await publish(digest, bytes) } catch {
            await copies.release(digest)
            throw error
        }
        return digest
    }

    private func publish(_ digest: Digest, _ bytes: [UInt8]) async throws(FileFailure) {
        try await statement { () throws(RepositoryFailure) in
            try await spool.change("put picture", digest.hex) { [table] in table.put(digest, bytes) }
        }
    }

    package func read(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8] {
        do throws(FileFailure) {
            let bytes = try await copies.read(digest, limit: limit)
            if self.digest(bytes) == digest { return bytes }
        } catch {
            guard error == .missing else { throw error }
        }
        let bytes = try await fetch(digest)
        guard let bytes else { throw .missing }
        _ = try await copies.store(bytes)
        await copies.release(digest)
        return bytes
    }

    private func fetch(_ digest: Digest) async throws(FileFailure) -> [UInt8]? {
        try await statement { () throws(RepositoryFailure) in
            try await spool.act("get picture", digest.hex) { table.bytes(digest) }
        }
    }

    package func exists(_ digest: Digest) async throws(FileFailure) -> Bool { try await fetch(digest) != nil }

    package func isWhole(_ digest: Digest) async throws(FileFailure) -> Bool { try await fetch(digest) != nil }

    package func place(of digest: Digest) async throws(FileFailure) -> (folder: FolderPath, name: FileName) {
        _ = try await read(digest, limit: .max)
        return copies.place(of: digest)
    }

    package func renew(
        _ digest: Digest, from identity: FileIdentity, in folder: FolderPath, limit: Int64
    ) async throws(TakeFailure) -> Bool {
        do throws(FileFailure) { if try await exists(digest) { return false } } catch { throw .store(error) }
        let bytes = try await peek(identity, from: folder, limit: limit).bytes ?? []
        do throws(FileFailure) { return try await renew(digest, with: bytes) } catch { throw .store(error) }
    }

    package func renew(_ digest: Digest, with bytes: [UInt8]) async throws(FileFailure) -> Bool {
        guard try await !exists(digest), self.digest(bytes) == digest else { return false }
        try await publish(digest, bytes)
        return true
    }

    package func release(_ digest: Digest) async { await copies.release(digest) }

    package func remove(
        _ digests: [Digest], _ reason: BlobRemoval, sparing needed: @escaping @Sendable ([Digest]) async -> Set<Digest>
    ) async throws(FileFailure) {
        let spared = await needed(digests)
        let unneeded = digests.filter { !spared.contains($0) }
        try await copies.remove(unneeded, reason) { _ in [] }
        let due = try await statement { () throws(RepositoryFailure) in
            try await spool.change("see pictures") { [table] in table.see(unneeded) }
        }
        if due.isEmpty { return }
        let stillNeeded = await needed(due)
        try await statement { () throws(RepositoryFailure) in
            try await spool.change("delete pictures") { [table] in
                table.delete(due.filter { !stillNeeded.contains($0) })
            }
        }
    }

    package func all() async throws(FileFailure) -> [Digest] { Array(table.stored) }

    private func statement<T>(
        _ work: () async throws(RepositoryFailure) -> T
    ) async throws(FileFailure) -> T {
        do throws(RepositoryFailure) { return try await work() } catch {
            throw .sharedStore(.unreachable("\(error)"))
        }
    }
}
