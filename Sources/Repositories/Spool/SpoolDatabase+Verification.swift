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

    package func countDefects() async throws(RepositoryFailure) -> [StoredDefect] {
        try await snapshot { connection throws(RepositoryFailure) in try Self.countDefects(on: connection) }
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
