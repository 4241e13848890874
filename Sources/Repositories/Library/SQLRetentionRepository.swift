internal import Domain
internal import PlatformSQL

/// Removes what the library need not keep.
struct SQLRetentionRepository: RetentionRepository {
    /// The number of pages that one merge of the search index writes.
    private static let mergedPages = 500

    let database: any SQLStore

    func emptyTrash(
        to newest: UTCMillis, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GivenUp {
        try await database.write { connection throws(RepositoryFailure) in
            let erased = try ArtworkRecord.rows(
                "FROM artworks WHERE trashed <= ? ORDER BY trashed, number LIMIT ?",
                [.time(newest), .integer(Int64(limit))], on: connection)
            for artwork in erased { try ArtworkRecord.erase(artwork, on: connection) }
            try ArtworkRecord.eraseUnusedOptions(on: connection)
            var pictures: [KeptPicture] = []
            var shared: [Digest] = []
            for digest in Set(erased.map(\.picture.digest)).sorted() {
                guard let picture = try KeptPictures.unused(digest, on: connection) else {
                    shared.append(digest)
                    continue
                }
                try KeptPictures.giveUp(digest, at: utc, on: connection)
                pictures.append(picture)
            }
            return GivenUp(
                artworks: erased.count, pictures: pictures, shared: shared, isPartial: erased.count == limit)
        }
    }

    /// What is old is searched before the transaction too, because mostly there is nothing and others need not wait.
    func eraseJobs(
        _ old: OldJobs, after job: JobID?, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> ErasedJobs {
        let (isEmpty, next) = try await database.read { connection throws(RepositoryFailure) in
            let search = try OldJobSearch(old, after: job, on: connection)
            return (try search.page(limit: 1, on: connection).isEmpty, search.end)
        }
        if isEmpty { return ErasedJobs(next: next) }
        return try await database.write { connection throws(RepositoryFailure) in
            let search = try OldJobSearch(old, after: job, on: connection)
            let targets = try search.page(limit: limit, on: connection)
            let pictures = try Self.erase(targets, at: utc, on: connection)
            let next = targets.count == limit ? targets.last?.job : search.end
            return ErasedJobs(jobs: targets.count, pictures: pictures, next: next)
        }
    }

    /// Returns the pictures that nothing needs any more.
    private static func erase(
        _ targets: [JobErasure.Target], at utc: UTCMillis, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [Digest] {
        var pictures: Set<Digest> = []
        for target in targets {
            pictures.formUnion(try UnneededPictures.bought(by: target.job, on: connection))
            try JobErasure.empty(target, at: utc, on: connection)
            try JobErasure.emptyCalls(of: target.job, keepsPurchases: true, on: connection)
            try JobErasure.emptyDrop(of: target, on: connection)
        }
        // Looking for the keys of drops reads all keys, so it is done only once a transaction.
        try JobErasure.removeKeys(of: targets.map(\.drop), on: connection)
        var unneeded: [Digest] = []
        for picture in pictures where try !NeededPictures.contains(picture, on: connection) {
            unneeded.append(picture)
        }
        return unneeded
    }

    func erasable(_ old: OldJobs) async throws(RepositoryFailure) -> CleanUpAmount {
        try await database.read { connection throws(RepositoryFailure) in
            try OldJobSearch(old, after: nil, on: connection).amount(on: connection)
        }
    }

    func refused(to newest: UTCMillis, limit: Int) async throws(RepositoryFailure) -> [Drop] {
        try await database.read { connection throws(RepositoryFailure) in
            try Self.refused(to: newest, limit: limit, on: connection)
        }
    }

    func releaseRefused(
        to newest: UTCMillis, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Drop] {
        try await database.write { connection throws(RepositoryFailure) in
            let drops = try Self.refused(to: newest, limit: limit, on: connection)
            for drop in drops {
                try connection.run(
                    "UPDATE drops SET kept = NULL, changed = ? WHERE id = ?", [.time(utc), .text(drop.id.text)])
            }
            return drops
        }
    }

    private static func refused(
        to newest: UTCMillis, limit: Int, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> [Drop] {
        try connection.rows(
            """
            SELECT \(DropRecord.columns) FROM drops WHERE phase = 'gone' AND kept IS NOT NULL AND id IN (
                SELECT drop_id FROM jobs WHERE state = 'failed' AND request IS NULL AND read_at IS NOT NULL
                AND changed <= ?) ORDER BY id LIMIT ?
            """, [.time(newest), .integer(Int64(limit))], DropRecord.read)
    }

    func giveUpPictures(
        _ source: ArtworkSource, beyond bounds: RetentionBounds, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GivenUp {
        try await database.write { connection throws(RepositoryFailure) in
            let expired = try KeptPictures.expired(source, bounds, limit: limit, at: utc, on: connection)
            for picture in expired { try KeptPictures.giveUp(picture.digest, at: utc, on: connection) }
            return GivenUp(pictures: expired, isPartial: expired.count == limit)
        }
    }

    func trashed(to newest: UTCMillis) async throws(RepositoryFailure) -> CleanUpAmount {
        try await database.read { connection throws(RepositoryFailure) in
            let artworks = try connection.rows(
                "SELECT count(*) FROM artworks WHERE trashed <= ?", [.time(newest)]
            ) { Int($0.integer(0)) }
            let pictures = try connection.rows(
                """
                SELECT count(*), coalesce(sum(size), 0) FROM kept_pictures
                WHERE digest IN (SELECT picture_digest FROM artworks WHERE trashed <= ?1)
                AND NOT EXISTS (SELECT 1 FROM artworks
                    WHERE picture_digest = digest AND (trashed IS NULL OR trashed > ?1))
                """, [.time(newest)]
            ) { (count: Int($0.integer(0)), bytes: $0.integer(1)) }
            return CleanUpAmount(
                artworks: artworks.first ?? 0, pictures: pictures.first?.count ?? 0, bytes: pictures.first?.bytes ?? 0)
        }
    }

    func pictures(
        _ source: ArtworkSource, beyond bounds: RetentionBounds, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CleanUpAmount {
        try await database.read { connection throws(RepositoryFailure) in
            GivenUp(pictures: try KeptPictures.expired(source, bounds, limit: .max, at: utc, on: connection)).amount
        }
    }

    func mergeIndex() async throws(RepositoryFailure) -> Bool {
        try await database.write { connection throws(RepositoryFailure) in
            try ArtworkWords.merge(pages: Self.mergedPages, on: connection)
        }
    }
}
