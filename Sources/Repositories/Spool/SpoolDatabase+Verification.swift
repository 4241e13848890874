package import Domain
internal import PlatformSQL
internal import PlatformSQLite

/// Checks of the database's content. Long ones read a snapshot on a connection of their own.
extension SpoolDatabase: VerificationRepository {
    /// The largest number of messages about a damaged file.
    private static let mostMessages = 10

    package func fileDefects() async throws(RepositoryFailure) -> [StoredDefect] {
        try await snapshot { connection throws(RepositoryFailure) in
            let found = try connection.rows("PRAGMA quick_check(\(Self.mostMessages))") { $0.text(0) }
            guard found == ["ok"] else { return found.map { .fileDamaged($0) } }
            let rows = try connection.rows("PRAGMA foreign_key_check") { $0.text(0) }
            let tables = Dictionary(rows.map { ($0, 1) }, uniquingKeysWith: +)
            return tables.sorted { $0.key < $1.key }.map { .referencesBroken(table: $0.key, rows: $0.value) }
        }
    }

    package func indexDefects() async throws(RepositoryFailure) -> [StoredDefect] {
        try await snapshot { connection throws(RepositoryFailure) in try ArtworkWordsCheck(in: connection).defects() }
    }

    package func rebuildIndex() async throws(RepositoryFailure) {
        try await write { connection throws(RepositoryFailure) in try ArtworkWords.rebuild(on: connection) }
    }

    package func countDefects() async throws(RepositoryFailure) -> [StoredDefect] {
        try await snapshot { connection throws(RepositoryFailure) in
            var defects: [StoredDefect] = []
            for count in StoredCount.all {
                let rows = try count.wrongRows(on: connection)
                if rows > 0 { defects.append(.countsWrong(table: count.table, rows: rows)) }
            }
            return defects
        }
    }

    package func recount() async throws(RepositoryFailure) {
        try await write { connection throws(RepositoryFailure) in
            for count in StoredCount.all { try count.correct(on: connection) }
        }
    }

    package func neededPictures(after digest: Digest?, limit: Int) async throws(RepositoryFailure) -> [Digest] {
        try await read { connection throws(RepositoryFailure) in
            try NeededPictures.page(after: digest, limit: limit, on: connection)
        }
    }

    package func jobs(with picture: Digest, limit: Int) async throws(RepositoryFailure) -> [JobID] {
        try await read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT job_id FROM artworks WHERE picture_digest = ?1
                UNION SELECT id FROM jobs WHERE picture_digest = ?1 AND \(JobRecord.isUnfinished)
                UNION SELECT job_id FROM job_inputs WHERE digest = ?1 AND open <> 0
                UNION SELECT job_id FROM calls WHERE picture_digest = ?1 AND phase = 'fetched' LIMIT ?2
                """, [.blob(picture.bytes), .integer(Int64(limit))]
            ) { row throws(RepositoryFailure) in try row.identifier(0) }
        }
    }

    package func giveUp(_ picture: Digest, at utc: UTCMillis) async throws(RepositoryFailure) {
        try await write { connection throws(RepositoryFailure) in
            try KeptPictures.giveUp(picture, at: utc, on: connection)
        }
    }

    private func snapshot<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await DedicatedConnection.run(try Self.open(path, .read)) { connection throws(RepositoryFailure) in
            try connection.run("BEGIN")
            return try work(connection)
        }
    }
}
