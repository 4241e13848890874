package import Domain
internal import PlatformSQL

/// What a check of the content asks of every database.
extension SQLStore {
    package func rebuildIndex() async throws(RepositoryFailure) {
        try await write { connection throws(RepositoryFailure) in try ArtworkWords.rebuild(on: connection) }
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

    /// The numbers that triggers keep, compared with what they count.
    static func countDefects(on connection: any SQLConnection) throws(RepositoryFailure) -> [StoredDefect] {
        var defects: [StoredDefect] = []
        for count in StoredCount.all {
            let rows = try count.wrongRows(on: connection)
            if rows > 0 { defects.append(.countsWrong(table: count.table, rows: rows)) }
        }
        return defects
    }
}
