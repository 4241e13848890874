package import Domain
internal import PlatformSQLite

extension SQLiteSpoolRepository {
    package func observe(
        _ drop: DropID, content: Digest, at utc: Int64
    ) async throws(RepositoryFailure) -> Bool {
        let (id, bytes) = (SQLiteValue.text(drop.text), SQLiteValue.blob(content.bytes))
        return try await writer.write { connection throws(RepositoryFailure) in
            let isKnown = try connection.finds(
                """
                SELECT 1 FROM drops WHERE observed <> 0 AND folder = (SELECT folder FROM drops WHERE id = ?)
                    AND content = ? AND id <> ?
                """, [id, bytes, id])
            let phase = isKnown ? Drop.Phase.gone : .claimed
            _ = try connection.run(
                "UPDATE drops SET content = ?, phase = ?, changed = ? WHERE id = ? AND phase = 'claimed'",
                [bytes, .text(phase.rawValue), .integer(utc), id])
            return !isKnown
        }
    }

    /// What vanished, was withdrawn, or changed while it was read, was not worked off.
    package func observed(in folder: String) async throws(RepositoryFailure) -> [FileIdentity] {
        try await reader.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT \(DropRecord.columns) FROM drops
                WHERE observed <> 0 AND folder = ? AND phase = 'gone' AND (content IS NOT NULL OR failure IS NOT NULL)
                ORDER BY id
                """, [.text(folder)], DropRecord.read)
        }.filter { $0.content != nil || ![.vanished, .withdrawn].contains($0.failure) }.map(\.identity)
    }
}
