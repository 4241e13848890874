internal import Domain
internal import PlatformSQL

/// Keeps services that share blobs from deleting one that another is about to use. A blob is garbage when nothing needed
/// it at two sightings a day apart, and it was not stored again in between.
///
/// Whoever stores a blob first checks that it isn't condemned, stores it, and then notes the use if the blob was there
/// before. Whoever deletes one first condemns it, and then looks whether anything needs it. So at least one of the two
/// notices the other. A deleted blob stays marked for a day, for a service that checked before and stores after.
struct BlobMarks: Sendable {
    /// Milliseconds between two sightings of garbage.
    static let rest: Int64 = 24 * 60 * 60 * 1_000
    /// Milliseconds after which a condemned blob that isn't gone was left by a crash.
    static let deletion: Int64 = 10 * 60 * 1_000
    private static let page = 500

    private let database: any SQLStore

    init(_ database: any SQLStore) {
        self.database = database
    }

    /// Throws `.busy` while a service deletes the blob. Returns whether there is any mark.
    func check(_ digest: Digest) async throws(FileFailure) -> Bool {
        let found = try await read { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT coalesce(condemned > \(connection.now) - \(Self.deletion) AND gone = 0, \(connection.no)) FROM blob_marks WHERE digest = ?",
                [.blob(digest.bytes)]
            ) { $0.integer(0) != 0 }
        }
        if found.contains(true) { throw .sharedStore(.busy) }
        return !found.isEmpty
    }

    /// Notes that a blob was stored. Returns `true` if it may have been deleted meanwhile, so that it must be stored
    /// again. Throws `.busy` while a service deletes it.
    func use(_ digest: Digest) async throws(FileFailure) -> Bool {
        let outcome = try await write { connection throws(RepositoryFailure) in
            let marks = try connection.rows(
                """
                SELECT condemned IS NOT NULL, gone, coalesce(condemned, 0) > \(connection.now) - \(Self.deletion)
                FROM blob_marks WHERE digest = ?
                """, [.blob(digest.bytes)]
            ) { (isCondemned: $0.integer(0) != 0, isGone: $0.integer(1) != 0, isFresh: $0.integer(2) != 0) }
            if let mark = marks.first, mark.isCondemned, !mark.isGone, mark.isFresh { return nil as Bool? }
            try connection.run(
                """
                INSERT INTO blob_marks (digest, used, gone) VALUES (?, \(connection.now), 0)
                ON CONFLICT (digest) DO UPDATE SET seen = NULL, used = excluded.used, condemned = NULL, gone = 0
                """, [.blob(digest.bytes)])
            return marks.first?.isCondemned == true
        }
        guard let outcome else { throw .sharedStore(.busy) }
        return outcome
    }

    /// Notes blobs that nothing needs.
    func see(_ digests: [Digest]) async throws(FileFailure) {
        for start in stride(from: 0, to: digests.count, by: Self.page) {
            let page = Array(digests[start..<min(start + Self.page, digests.count)])
            try await write { connection throws(RepositoryFailure) in
                for digest in page {
                    try connection.run(
                        """
                        INSERT INTO blob_marks (digest, seen, gone) VALUES (?, \(connection.now), 0)
                        ON CONFLICT (digest) DO UPDATE SET seen = coalesce(blob_marks.seen, excluded.seen)
                        """, [.blob(digest.bytes)])
                }
            }
        }
    }

    /// Returns blobs whose first sighting is a day ago, oldest first, and forgets marks that no longer matter.
    func due(limit: Int) async throws(FileFailure) -> [Digest] {
        let rows = try await read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT digest, seen IS NOT NULL AND condemned IS NULL FROM blob_marks
                WHERE coalesce(used, 0) <= \(connection.now) - \(Self.rest)
                    AND coalesce(condemned, 0) <= \(connection.now) - \(Self.rest)
                    AND (seen IS NULL OR condemned IS NOT NULL OR seen <= \(connection.now) - \(Self.rest))
                ORDER BY coalesce(seen, 0) LIMIT ?
                """, [.integer(Int64(limit))]
            ) { (digest: Digest(bytes: $0.blob(0)), isDue: $0.integer(1) != 0) }
        }
        let old = rows.filter { !$0.isDue }.compactMap(\.digest)
        if !old.isEmpty { try await remove(old, " AND (seen IS NULL OR condemned IS NOT NULL)") }
        return rows.filter(\.isDue).compactMap(\.digest)
    }

    /// Forgets sightings of blobs that are needed.
    func spare(_ digests: [Digest]) async throws(FileFailure) {
        if !digests.isEmpty { try await remove(digests, "") }
    }

    private func remove(_ digests: [Digest], _ condition: String) async throws(FileFailure) {
        try await write { connection throws(RepositoryFailure) in
            for digest in digests {
                try connection.run("DELETE FROM blob_marks WHERE digest = ?" + condition, [.blob(digest.bytes)])
            }
        }
    }

    /// Returns those that may be deleted if nothing needs them, and keeps services from using them until then. `isAtOnce`:
    /// without two sightings, but not what was stored again within a day.
    func condemn(_ digests: [Digest], isAtOnce: Bool) async throws(FileFailure) -> [Digest] {
        try await write { connection throws(RepositoryFailure) in
            var condemned: [Digest] = []
            for digest in digests {
                if isAtOnce {
                    try connection.run(
                        """
                        INSERT INTO blob_marks (digest, seen, gone) VALUES (?, \(connection.now), 0)
                        ON CONFLICT (digest) DO UPDATE SET seen = coalesce(blob_marks.seen, excluded.seen)
                        """, [.blob(digest.bytes)])
                }
                let ripe = isAtOnce ? "seen IS NOT NULL" : "seen <= \(connection.now) - \(Self.rest)"
                let changed = try connection.run(
                    """
                    UPDATE blob_marks SET condemned = \(connection.now), gone = 0
                    WHERE digest = ? AND \(ripe) AND coalesce(used, 0) <= \(connection.now) - \(Self.rest)
                        AND (condemned IS NULL OR condemned <= \(connection.now) - \(Self.deletion))
                    """, [.blob(digest.bytes)])
                if changed > 0 { condemned.append(digest) }
            }
            return condemned
        }
    }

    /// Notes that a condemned blob was deleted.
    func bury(_ digest: Digest) async throws(FileFailure) {
        try await write { connection throws(RepositoryFailure) in
            try connection.run(
                "UPDATE blob_marks SET gone = 1 WHERE digest = ? AND condemned IS NOT NULL", [.blob(digest.bytes)])
        }
    }

    private func read<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(FileFailure) -> T {
        do throws(RepositoryFailure) { return try await database.read(work) } catch { throw FileFailure(error) }
    }

    @discardableResult
    private func write<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(FileFailure) -> T {
        do throws(RepositoryFailure) { return try await database.write(work) } catch { throw FileFailure(error) }
    }
}

extension SQLConnection {
    fileprivate var no: String {
        switch dialect {
        case .sqlite: "0"
        case .postgreSQL: "FALSE"
        }
    }
}

extension FileFailure {
    /// The failure of a store of blobs whose database failed.
    init(_ failure: RepositoryFailure) {
        self =
            switch failure {
            case .full, .onServer(.full): .full
            case .busy, .onServer(.interrupted): .sharedStore(.busy)
            case .unreachable(let text), .corrupt(let text), .failed(_, let text), .onServer(.corrupt(let text)),
                .onServer(.failed(let text)):
                .sharedStore(.unreachable(text))
            case .denied: .sharedStore(.refused("permission denied for the table blobs"))
            case .onServer(.denied(let text)): .sharedStore(.refused(text))
            case .onServer(.readOnly): .sharedStore(.unreachable("the database server accepts no changes"))
            case .moved, .movedAway, .incomplete, .expelled, .usedByOlder, .newer, .foreign, .networkFileSystem:
                .sharedStore(.unreachable("\(failure)"))
            }
    }
}
