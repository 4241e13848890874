package import Domain
package import PlatformPostgreSQL
internal import PlatformSQL

/// Blobs in a table of the PostgreSQL database, on connections of their own: a large picture must not hold up the
/// services' other writes, which take turns.
package final class DatabaseBlobStore: BlobStore {
    package let kind = BlobStoreKind.database
    private let threads: [ConnectionThread]
    private let loads: Loads

    /// Connects to a database whose tables exist. Blocks until that is done.
    package init(_ settings: PostgreSQLSettings, connections: Int = 2) throws(RepositoryFailure) {
        var settings = settings
        // The largest picture over a slow line.
        settings.answering = max(settings.answering, .seconds(120))
        var threads: [ConnectionThread] = []
        for _ in 0..<connections {
            threads.append(try ConnectionThread("textifyd-blobs", settings))
        }
        self.threads = threads
        loads = Loads(count: threads.count)
    }

    package func put(_ digest: Digest, _ bytes: [UInt8], replacing: Bool) async throws(FileFailure) -> Bool {
        try await run { connection throws(RepositoryFailure) in
            let change = replacing ? "UPDATE SET bytes = excluded.bytes, size = excluded.size" : "NOTHING"
            let changed = try connection.run(
                """
                INSERT INTO blobs (digest, bytes, size, stored)
                VALUES (?, ?, ?, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)
                ON CONFLICT (digest) DO \(change)
                """, [.blob(digest.bytes), .blob(bytes), .integer(Int64(bytes.count))])
            return changed > 0
        }
    }

    package func get(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8] {
        let found = try await run { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT size, CASE WHEN size <= ? THEN bytes ELSE ''::bytea END FROM blobs WHERE digest = ?",
                [.integer(limit), .blob(digest.bytes)]
            ) { (size: $0.integer(0), bytes: $0.blob(1)) }
        }
        guard let blob = found.first else { throw .missing }
        guard blob.size <= limit else { throw .tooLarge(bytes: blob.size, limit: limit) }
        return blob.bytes
    }

    package func existing(among digests: [Digest]) async throws(FileFailure) -> Set<Digest> {
        if digests.isEmpty { return [] }
        return try await run { connection throws(RepositoryFailure) in
            var found: Set<Digest> = []
            for digest in digests
            where try connection.finds("SELECT 1 FROM blobs WHERE digest = ?", [.blob(digest.bytes)]) {
                found.insert(digest)
            }
            return found
        }
    }

    package func delete(_ digest: Digest) async throws(FileFailure) {
        _ = try await run { connection throws(RepositoryFailure) in
            try connection.run("DELETE FROM blobs WHERE digest = ?", [.blob(digest.bytes)])
        }
    }

    package func list(after digest: Digest?, limit: Int) async throws(FileFailure) -> [StoredBlob] {
        try await run { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT digest, size, stored FROM blobs WHERE digest > ? ORDER BY digest LIMIT ?",
                [.blob(digest?.bytes ?? []), .integer(Int64(limit))]
            ) { row throws(RepositoryFailure) in
                guard let digest = Digest(bytes: row.blob(0)) else { throw RepositoryFailure.absent("digest") }
                return StoredBlob(digest, size: row.integer(1), stored: UTCMillis(row.integer(2)))
            }
        }
    }

    /// Closes the connections; later requests fail.
    package func close() async {
        for thread in threads { await thread.close() }
    }

    /// Runs statements on the least busy connection, outside a transaction: if a service were suspended in the middle of
    /// one, every other service that stores the same blob would have to wait for it. All of these statements may be
    /// repeated, so a lost connection is replaced once.
    private func run<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(FileFailure) -> T {
        let index = loads.begin()
        defer { loads.end(index) }
        do throws(RepositoryFailure) {
            return try await threads[index].ask { connection in
                let first = connection.outsideTransaction(work)
                guard case .failure(.unreachable) = first else { return first }
                return connection.outsideTransaction(work)
            }
        } catch {
            throw FileFailure(error)
        }
    }
}
