public import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    public func neededPictures(among digests: [Digest]) async throws(RepositoryFailure) -> Set<Digest> {
        try await reader.read { connection throws(RepositoryFailure) in
            var needed: Set<Digest> = []
            for digest in digests where try Self.isNeeded(digest, on: connection) { needed.insert(digest) }
            return needed
        }
    }

    public func pictures(of drop: DropID) async throws(RepositoryFailure) -> [Digest] {
        try await reader.read { connection throws(RepositoryFailure) in
            try connection.rows(
                "SELECT picture_digest FROM jobs WHERE drop_id = ? AND picture_digest IS NOT NULL", [.text(drop.text)]
            ) { row throws(RepositoryFailure) in try row.digest(0) }
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
