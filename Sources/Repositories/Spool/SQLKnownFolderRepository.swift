internal import Domain
internal import PlatformSQL

/// The folders that have been used.
struct SQLKnownFolderRepository: KnownFolderRepository {
    let database: any SQLStore

    func places() async throws(RepositoryFailure) -> [KnownFolder] {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows("SELECT folder, marker, since FROM places ORDER BY folder", []) { row in
                KnownFolder(
                    folder: FolderPath(bytes: row.blob(0)), marker: row.textIfAny(1), since: row.time(2))
            }
        }
    }

    func keep(_ place: KnownFolder) async throws(RepositoryFailure) {
        try await database.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                """
                INSERT INTO places (folder, marker, since) VALUES (?, ?, ?)
                ON CONFLICT (folder) DO UPDATE SET marker = excluded.marker WHERE places.marker IS NULL
                """,
                [.blob(place.folder.bytes), SQLValue(place.marker), .time(place.since)])
        }
    }
}
