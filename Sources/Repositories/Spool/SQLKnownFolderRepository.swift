internal import Domain
internal import PlatformSQL

/// The folders that have been used.
struct SQLKnownFolderRepository: KnownFolderRepository {
    let database: any SQLStore

    func places() async throws(RepositoryFailure) -> [KnownFolder] {
        let machine = database.machine
        return try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT folder, marker, since FROM places WHERE machine = ?1 OR ?1 = '' ORDER BY folder",
                [.text(machine)]
            ) { row in
                KnownFolder(
                    folder: FolderPath(bytes: row.blob(0)), marker: row.textIfAny(1), since: row.time(2))
            }
        }
    }

    func keep(_ place: KnownFolder) async throws(RepositoryFailure) {
        let machine = database.machine
        try await database.write { connection throws(RepositoryFailure) in
            _ = try connection.run(
                """
                INSERT INTO places (machine, folder, marker, since) VALUES (?, ?, ?, ?)
                ON CONFLICT (machine, folder) DO UPDATE SET marker = excluded.marker WHERE places.marker IS NULL
                """,
                [.text(machine), .blob(place.folder.bytes), SQLValue(place.marker), .time(place.since)])
        }
    }
}
