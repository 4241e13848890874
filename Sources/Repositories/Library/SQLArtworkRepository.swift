internal import Domain
internal import PlatformSQL

/// Stores artworks and what people say about them.
struct SQLArtworkRepository: ArtworkRepository {
    let database: any SQLStore

    func artwork(of job: JobID) async throws(RepositoryFailure) -> Artwork? {
        try await database.read { connection throws(RepositoryFailure) in
            try ArtworkRecord.find(job, on: connection)
        }
    }

    func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID] {
        try await database.read { connection throws(RepositoryFailure) in
            // A job's row stays as long as its artwork.
            try FragmentSearch(condition: "EXISTS (SELECT 1 FROM artworks WHERE job_id = jobs.id)")
                .find(part, limit: limit, on: connection)
        }
    }

    func page(
        _ query: LibraryQuery, _ range: ArtworkRange, in calendar: LibraryCalendar
    ) async throws(RepositoryFailure) -> ArtworkPage {
        let candidates = try await database.likenesses.candidates(for: query)
        return try await database.read { connection throws(RepositoryFailure) in
            try ArtworkScan(query, candidates, in: calendar, on: connection).page(range)
        }
    }

    func count(
        _ query: LibraryQuery, upTo limit: Int, in calendar: LibraryCalendar
    ) async throws(RepositoryFailure) -> ArtworkCount {
        let candidates = try await database.likenesses.candidates(for: query)
        return try await database.read { connection throws(RepositoryFailure) in
            try ArtworkScan(query, candidates, in: calendar, on: connection).count(upTo: limit)
        }
    }

    func facets(
        _ facets: [LibraryFacet], of query: LibraryQuery, in calendar: LibraryCalendar
    ) async throws(RepositoryFailure) -> ArtworkFacets {
        var newest = query
        newest.sort = .newest
        let query = newest
        let candidates = try await database.likenesses.candidates(for: query)
        return try await database.read { connection throws(RepositoryFailure) in
            try ArtworkScan(query, candidates, in: calendar, on: connection).facets(facets)
        }
    }

    func months(limit: Int, in calendar: LibraryCalendar) async throws(RepositoryFailure) -> [LibraryMonth] {
        try await database.read { connection throws(RepositoryFailure) in
            try MonthReader(calendar: calendar, connection: connection).months(limit: limit)
        }
    }

    func newest(of picture: Digest, except job: JobID) async throws(RepositoryFailure) -> JobID? {
        try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT job_id FROM artworks WHERE picture_digest = ? AND job_id <> ? AND trashed IS NULL
                ORDER BY number DESC LIMIT 1
                """, [.blob(picture.bytes), .text(job.text)]
            ) { row throws(RepositoryFailure) -> JobID in try row.identifier(0) }.first
        }
    }

    func nearestDuplicate(
        of likeness: Likeness, except job: JobID
    ) async throws(RepositoryFailure) -> JobID? {
        let duplicates = try await database.likenesses.duplicates(of: likeness)
        guard !duplicates.isEmpty else { return nil }
        return try await database.read { connection throws(RepositoryFailure) in
            for number in duplicates {
                let jobs = try connection.rows(
                    "SELECT job_id FROM artworks WHERE number = ? AND job_id <> ? AND trashed IS NULL",
                    [.integer(number.value), .text(job.text)]
                ) { row throws(RepositoryFailure) -> JobID in try row.identifier(0) }
                if let found = jobs.first { return found }
            }
            return nil
        }
    }

    func newest(of picture: Digest, droppedInto folder: String) async throws(RepositoryFailure) -> JobID? {
        try await database.read { connection throws(RepositoryFailure) in
            // The expression keeps SQLite from the index of folders, which have many artworks.
            try connection.rows(
                """
                SELECT job_id FROM artworks WHERE picture_digest = ? AND folder || '' = ? AND source = 'dropped'
                AND trashed IS NULL ORDER BY number DESC LIMIT 1
                """, [.blob(picture.bytes), .text(folder)]
            ) { row throws(RepositoryFailure) -> JobID in try row.identifier(0) }.first
        }
    }

    func artworks(apartFrom job: JobID) async throws(RepositoryFailure) -> Set<ArtworkNumber> {
        try await database.read { connection throws(RepositoryFailure) in
            Set(try ArtworkPairs.others(of: job, on: connection))
        }
    }

    func tellApart(_ jobs: [JobID], _ areApart: Bool) async throws(RepositoryFailure) -> Int {
        try await database.write { connection throws(RepositoryFailure) in
            try ArtworkPairs.set(jobs, areApart, on: connection)
        }
    }

    func add(_ artworks: [Artwork]) async throws(RepositoryFailure) -> Int {
        try await database.write { connection throws(RepositoryFailure) in
            var added: [(artwork: Artwork, number: ArtworkNumber, tags: [Int64])] = []
            var known = KnownOptions()
            for artwork in artworks {
                let isKnown = try connection.finds("SELECT 1 FROM artworks WHERE job_id = ?", [.text(artwork.job.text)])
                if isKnown { continue }
                let (number, tags) = try ArtworkRecord.insertRows(artwork, &known, on: connection)
                added.append((artwork, number, tags))
            }
            for (artwork, number, tags) in added {
                try ArtworkWords.add(artwork, number: number, tags: tags, on: connection)
            }
            return added.count
        }
    }

    func change(_ jobs: [JobID], _ change: ArtworkChange) async throws(RepositoryFailure) -> [ChangedArtwork] {
        try await database.write { connection throws(RepositoryFailure) in
            var changed: [ChangedArtwork] = []
            for job in jobs {
                guard let before = try ArtworkRecord.find(job, on: connection), before.isChanged(by: change) else {
                    continue
                }
                try Self.apply(change, to: before, on: connection)
                if let after = try ArtworkRecord.find(job, on: connection) {
                    changed.append(ChangedArtwork(before: before, after: after))
                }
            }
            return changed
        }
    }

    func takeBack(_ difference: ArtworkDifference, of jobs: [JobID]) async throws(RepositoryFailure) -> [JobID] {
        try await database.write { connection throws(RepositoryFailure) in
            var restored: [JobID] = []
            for job in jobs {
                guard let artwork = try ArtworkRecord.find(job, on: connection), artwork.stillHas(difference) else {
                    continue
                }
                try Self.apply(difference.reversal, to: artwork, on: connection)
                restored.append(job)
            }
            return restored
        }
    }

    static func apply(
        _ change: ArtworkChange, to artwork: Artwork, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        let number = SQLValue.integer(artwork.number.value)
        switch change {
        case .tags(let added, let removed, let machine):
            try ArtworkWords.remove(artwork, on: connection)
            try TagRecord.remove(removed, from: artwork.number, on: connection)
            try TagRecord.add(added, to: artwork.number, on: connection)
            try TagRecord.add(machine, to: artwork.number, byMachine: true, on: connection)
            try ArtworkWords.renew(artwork.job, on: connection)
        case .withoutMachineTags:
            try ArtworkWords.remove(artwork, on: connection)
            try TagRecord.remove(Array(artwork.machineTags), from: artwork.number, on: connection)
            try ArtworkWords.renew(artwork.job, on: connection)
        case .favourite(let isFavourite):
            try connection.run(
                "UPDATE artworks SET favourite = ? WHERE number = ?", [.integer(isFavourite ? 1 : 0), number])
        case .trash(let time):
            try connection.run(
                "UPDATE artworks SET trashed = ? WHERE number = ?", [SQLValue(time?.milliseconds), number])
        }
    }
}

/// Stores the tags of all artworks.
struct SQLTagRepository: TagRepository {
    let database: any SQLStore

    func tags(beginning prefix: String, limit: Int) async throws(RepositoryFailure) -> [TagCount] {
        let beginning = SearchText.fold(prefix)
        return try await database.read { connection throws(RepositoryFailure) in
            try connection.rows(
                """
                SELECT shown, artworks FROM tags WHERE artworks > 0 AND substr(folded, 1, CAST(? AS INTEGER)) = ?
                ORDER BY artworks DESC, folded LIMIT ?
                """, [.integer(Int64(beginning.unicodeScalars.count)), .text(beginning), .integer(Int64(limit))]
            ) { row throws(RepositoryFailure) in
                guard let tag = Tag(row.text(0)) else { throw .corrupt("tag \(row.text(0))") }
                return TagCount(tag: tag, artworks: Int(row.integer(1)))
            }
        }
    }

    func rename(_ tag: Tag, to name: Tag, merging: Bool) async throws(RepositoryFailure) -> TagRenaming {
        try await database.write { connection throws(RepositoryFailure) in
            guard let id = try TagRecord.id(of: tag, on: connection) else { return .noSuchTag }
            let other = try TagRecord.id(of: name, on: connection)
            let isMerging = other.map { $0 != id } ?? false
            let earlier = isMerging ? nil : try TagRecord.tag(id, on: connection)
            if let other, isMerging, !merging {
                return .exists(artworks: try TagRecord.uses(of: other, on: connection))
            }
            let artworks = try TagRecord.artworks(with: id, on: connection)
            for artwork in artworks { try ArtworkWords.remove(artwork, on: connection) }
            if !isMerging {
                try connection.run(
                    "UPDATE tags SET folded = ?, shown = ? WHERE id = ?",
                    [.text(name.folded), .text(name.shown), .integer(id)])
            } else {
                for artwork in artworks {
                    try TagRecord.add(
                        [name], to: artwork.number, byMachine: artwork.machineTags.contains(tag), on: connection)
                    try TagRecord.remove([tag], from: artwork.number, on: connection)
                }
            }
            for artwork in artworks { try ArtworkWords.renew(artwork.job, on: connection) }
            return .renamed(artworks: try TagRecord.uses(of: other ?? id, on: connection), earlier: earlier)
        }
    }

    func delete(_ tag: Tag) async throws(RepositoryFailure) -> DeletedTag? {
        try await database.write { connection throws(RepositoryFailure) in
            guard let id = try TagRecord.id(of: tag, on: connection),
                let tag = try TagRecord.tag(id, on: connection)
            else { return nil }
            let artworks = try TagRecord.artworks(with: id, on: connection)
            for artwork in artworks {
                try ArtworkWords.remove(artwork, on: connection)
                try TagRecord.remove([tag], from: artwork.number, on: connection)
                try ArtworkWords.renew(artwork.job, on: connection)
            }
            let machine = artworks.filter { $0.machineTags.contains(tag) }.map(\.job)
            return DeletedTag(tag: tag, jobs: artworks.map(\.job), machineJobs: Set(machine))
        }
    }

    func evidence(
        _ cues: [TagCue], except artwork: ArtworkNumber, sample: Int
    ) async throws(RepositoryFailure) -> TagEvidence {
        try await database.read { connection throws(RepositoryFailure) in
            try TagEvidenceReader(except: artwork, sample: sample).evidence(cues, on: connection)
        }
    }
}
