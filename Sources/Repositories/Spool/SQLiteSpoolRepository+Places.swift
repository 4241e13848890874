package import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository: PlaceRepository {
    package func places() async throws(RepositoryFailure) -> [KnownPlace] {
        try await reader.read { connection throws(RepositoryFailure) in
            try connection.rows("SELECT folder, marker, since FROM places ORDER BY folder", []) { row in
                KnownPlace(
                    folder: FolderPath(bytes: row.blob(0)), marker: row.textIfAny(1), since: row.integer(2))
            }
        }
    }

    package func keep(_ place: KnownPlace) async throws(RepositoryFailure) {
        try await writer.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                """
                INSERT INTO places (folder, marker, since) VALUES (?, ?, ?)
                ON CONFLICT (folder) DO UPDATE SET marker = excluded.marker WHERE marker IS NULL
                """,
                [.blob(place.folder.bytes), SQLiteValue(place.marker), .integer(place.since)])
        }
    }
}
