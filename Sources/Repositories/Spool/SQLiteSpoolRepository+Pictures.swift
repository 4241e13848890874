package import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    package func neededPictures(among digests: [Digest]) async throws(RepositoryFailure) -> Set<Digest> {
        try await reader.read { connection throws(RepositoryFailure) in
            let given = try Self.given("\(JobRecord.isUnfinished)", [], on: connection)
            var needed = Set(digests).intersection(given)
            for digest in digests where try Self.isNeeded(digest, on: connection) { needed.insert(digest) }
            return needed
        }
    }

    package func pictures(of drop: DropID) async throws(RepositoryFailure) -> [Digest] {
        try await reader.read { connection throws(RepositoryFailure) in
            let made = try connection.rows(
                "SELECT picture_digest FROM jobs WHERE drop_id = ? AND picture_digest IS NOT NULL", [.text(drop.text)]
            ) { row throws(RepositoryFailure) in try row.digest(0) }
            return made + (try Self.given("drop_id = ?", [.text(drop.text)], on: connection))
        }
    }

    /// The pictures that such jobs are made from by words. Only their requests tell, so this is asked once and not for
    /// each picture.
    private static func given(
        _ condition: String, _ values: [SQLiteValue], on connection: Connection
    ) throws(RepositoryFailure) -> [Digest] {
        let requests: [Request] = try connection.rows(
            "SELECT request FROM jobs WHERE \(condition) AND \(JobRecord.hasGiven)", values
        ) { row throws(RepositoryFailure) in try row.json(0) }
        return requests.compactMap { request in
            if case .edit(_, let digest, _) = request.source { digest } else { nil }
        }
    }

    private static func isNeeded(_ digest: Digest, on connection: Connection) throws(RepositoryFailure) -> Bool {
        let handles = PictureFormat.readable.map { SQLiteValue.text("\($0.rawValue) \(digest.hex)") }
        let places = handles.map { _ in "?" }.joined(separator: ", ")
        return try connection.finds(
            """
            SELECT 1 FROM jobs WHERE picture_digest = ? AND \(JobRecord.isUnfinished)
            UNION ALL SELECT 1 FROM calls WHERE phase = 'fetched' AND handle IN (\(places))
            """, [.blob(digest.bytes)] + handles)
    }
}
