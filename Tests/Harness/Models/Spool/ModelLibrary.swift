package import Domain

extension SpoolTables {
    mutating func recordArtwork(_ job: Job, at utc: UTCMillis) {
        let making = making[job.id] ?? ArtworkMaking()
        guard var made = job.artwork(number: ArtworkNumber(lastArtwork + 1), making: making, at: utc) else { return }
        if made.source == .dropped { made.making.pictureSize = drops[job.drop]?.identity.size }
        if let earlier = artworks[job.id] {
            artworks[job.id] = earlier.redelivered(as: made)
        } else {
            lastArtwork += 1
            // As in the database, a tag is shown as it was typed first.
            let known = tags
            artworks[job.id] = made.tagged(made.tags.map { known[$0.folded] ?? $0 })
        }
        keepPicture(of: made, at: utc)
    }

    mutating func keepPicture(of artwork: Artwork, at utc: UTCMillis) {
        guard let size = artwork.making.pictureSize else { return }
        keep(artwork.picture.digest, artwork.source, size: size, at: utc)
    }

    mutating func apply(_ change: ArtworkChange, to artwork: Artwork) -> Artwork {
        let known = tags
        var after = artwork
        switch change {
        case .tags, .withoutMachineTags:
            guard let changed = artwork.changed(by: change) else { break }
            after = artwork.tagged(changed.tags.map { known[$0.folded] ?? $0 })
            after.machineTags = changed.machine
        case .favourite(let isFavourite): after.isFavourite = isFavourite
        case .trash(let time): after.trashed = time
        }
        artworks[artwork.job] = after
        return after
    }

    /// All tags by their folded form.
    var tags: [String: Tag] {
        Dictionary(artworks.values.flatMap(\.tags).map { ($0.folded, $0) }) { first, _ in first }
    }
}

extension Artwork {
    fileprivate func tagged(_ tags: [Tag]) -> Artwork {
        var artwork = self
        artwork.tags = Tag.distinct(tags)
        artwork.machineTags.formIntersection(tags)
        return artwork
    }
}

extension ModelSpoolRepository {
    /// For an injected bug.
    package func loseArtwork(of job: JobID) { try? change { $0.artworks[job] = nil } }
}

extension LibrarySort {
    fileprivate func puts(_ one: ArtworkPosition, before other: ArtworkPosition) -> Bool {
        switch self {
        case .newest: other.number < one.number
        case .oldest: one.number < other.number
        case .rank, .likeness: (other.score, other.number) < (one.score, one.number)
        }
    }
}

/// The library of a model spool.
package struct ModelLibrary: ArtworkRepository, TagRepository, TagCallRepository {
    let spool: ModelSpoolRepository

    package init(_ spool: ModelSpoolRepository) { self.spool = spool }

    package func artwork(of job: JobID) async throws(RepositoryFailure) -> Artwork? {
        spool.look { tables in tables.artworks[job].map(tables.shown) }
    }

    package func find(_ part: JobIDFragment, limit: Int) async throws(RepositoryFailure) -> [JobID] {
        spool.look { Array($0.artworks.keys.filter(part.matches).sorted(by: >).prefix(limit)) }
    }

    package func page(
        _ query: LibraryQuery, _ range: ArtworkRange, in calendar: LibraryCalendar
    ) async throws(RepositoryFailure) -> ArtworkPage {
        let results = results(of: query, in: calendar)
        let newest = Dictionary(results.map { ($0.stack, $0.number) }) { max($0, $1) }
        let shown = results.filter { !range.isStacked || $0.stack == nil || newest[$0.stack] == $0.number }
        let places = shown.map { artwork in
            (artwork, ArtworkPosition(number: artwork.number, score: query.score(artwork)))
        }
        // The artwork at the place need not be a result any longer.
        let rest = places.filter { _, place in range.after.map { query.sort.puts($0, before: place) } ?? true }
        let page = rest.prefix(range.limit)
        return ArtworkPage(
            artworks: page.map(\.0), next: rest.count > range.limit ? page.last?.1 : nil,
            others: range.isStacked ? others(of: page.map(\.0)) : [:])
    }

    private func others(of artworks: [Artwork]) -> [ArtworkNumber: ArtworkCount] {
        let all = spool.look { $0.artworks.values.filter { $0.trashed == nil } }
        let counts = artworks.filter { $0.stack != nil }.map { artwork in
            let others = all.count { $0.stack == artwork.stack && $0.number != artwork.number }
            return (artwork.number, ArtworkCount(artworks: min(others, 100), isComplete: others <= 100))
        }
        return Dictionary(uniqueKeysWithValues: counts)
    }

    package func count(
        _ query: LibraryQuery, upTo limit: Int, in calendar: LibraryCalendar
    ) async throws(RepositoryFailure) -> ArtworkCount {
        let count = results(of: query, in: calendar).count
        return ArtworkCount(artworks: min(count, limit), isComplete: count <= limit)
    }

    package func facets(
        _ facets: [LibraryFacet], of query: LibraryQuery, in calendar: LibraryCalendar
    ) async throws(RepositoryFailure) -> ArtworkFacets {
        let found = results(of: query, in: calendar).sorted { $0.number > $1.number }
        var counter = FacetCounter(facets)
        for artwork in found.prefix(ArtworkFacets.most) { counter.add(artwork) }
        return counter.result(isComplete: found.count <= ArtworkFacets.most)
    }

    package func months(limit: Int, in calendar: LibraryCalendar) async throws(RepositoryFailure) -> [LibraryMonth] {
        let made = spool.look { $0.artworks.values.filter { $0.trashed == nil }.map(\.made) }
        let months = Dictionary(grouping: made) { calendar.month(of: $0) }
        return months.sorted { $0.key > $1.key }.prefix(limit).map { day, made in
            let most = LibraryMonth.mostCounted
            let count = ArtworkCount(artworks: min(made.count, most), isComplete: made.count <= most)
            return LibraryMonth(day: day, count: count)
        }
    }

    /// All results by definition: each artwork is compared.
    private func results(of query: LibraryQuery, in calendar: LibraryCalendar) -> [Artwork] {
        let found = spool.look { tables in
            tables.artworks.values.map(tables.shown).filter { query.matches($0, in: calendar) }
        }
        return switch query.sort {
        case .newest: found.sorted { $0.number > $1.number }
        case .oldest: found.sorted { $0.number < $1.number }
        case .rank, .likeness: found.sorted { (query.score($1), $1.number) < (query.score($0), $0.number) }
        }
    }

    package func add(_ artworks: [Artwork]) async throws(RepositoryFailure) -> Int {
        try spool.change { tables in
            var added = 0
            for artwork in artworks where tables.artworks[artwork.job] == nil {
                tables.lastArtwork += 1
                let known = tables.tags
                tables.artworks[artwork.job] = artwork.numbered(ArtworkNumber(tables.lastArtwork))
                    .tagged(artwork.tags.map { known[$0.folded] ?? $0 })
                tables.keepPicture(of: artwork, at: artwork.made)
                added += 1
            }
            return added
        }
    }

    package func change(
        _ jobs: [JobID], _ change: ArtworkChange
    ) async throws(RepositoryFailure) -> [ChangedArtwork] {
        try spool.change { tables in
            jobs.compactMap { job in
                guard let before = tables.artworks[job], before.isChanged(by: change) else { return nil }
                let shown = tables.shown(before)
                return ChangedArtwork(before: shown, after: tables.shown(tables.apply(change, to: before)))
            }
        }
    }

    package func takeBack(
        _ difference: ArtworkDifference, of jobs: [JobID]
    ) async throws(RepositoryFailure) -> [JobID] {
        try spool.change { tables in
            jobs.filter { job in
                guard let artwork = tables.artworks[job], artwork.stillHas(difference) else { return false }
                _ = tables.apply(difference.reversal, to: artwork)
                return true
            }
        }
    }

    package func newest(of picture: Digest, except job: JobID) async throws(RepositoryFailure) -> JobID? {
        spool.look { tables in
            let same = tables.artworks.values.filter {
                $0.picture.digest == picture && $0.job != job && $0.trashed == nil
            }
            return same.max { $0.number < $1.number }?.job
        }
    }

    package func nearestDuplicate(
        of likeness: Likeness, except job: JobID
    ) async throws(RepositoryFailure) -> JobID? {
        spool.look { tables in
            let distances = tables.artworks.values.compactMap { artwork -> (LikenessDistance, Artwork)? in
                guard artwork.job != job, artwork.trashed == nil,
                    let distance = artwork.making.likeness.flatMap(likeness.distance),
                    distance.resemblance == .duplicate
                else { return nil }
                return (distance, artwork)
            }
            return distances.min { ($0.0, $1.1.number) < ($1.0, $0.1.number) }?.1.job
        }
    }

    package func newest(of picture: Digest, droppedInto folder: String) async throws(RepositoryFailure) -> JobID? {
        spool.look { tables in
            let same = tables.artworks.values.filter {
                $0.picture.digest == picture && $0.folder == folder && $0.source == .dropped && $0.trashed == nil
            }
            return same.max { $0.number < $1.number }?.job
        }
    }

    package func artworks(apartFrom job: JobID) async throws(RepositoryFailure) -> Set<ArtworkNumber> {
        spool.look { tables in
            guard let number = tables.artworks[job]?.number else { return [] }
            let others = tables.apart.filter { $0.contains(number) }.flatMap { $0.subtracting([number]) }
            return Set(others)
        }
    }

    package func tellApart(_ jobs: [JobID], _ areApart: Bool) async throws(RepositoryFailure) -> Int {
        try spool.change { tables in
            let numbers = Set(jobs.compactMap { tables.artworks[$0]?.number })
            let pairs = Set(numbers.flatMap { one in numbers.filter { $0 != one }.map { Set([one, $0]) } })
            let changed = areApart ? pairs.subtracting(tables.apart) : pairs.intersection(tables.apart)
            tables.apart = areApart ? tables.apart.union(pairs) : tables.apart.subtracting(pairs)
            return changed.count
        }
    }

    package func tags(beginning prefix: String, limit: Int) async throws(RepositoryFailure) -> [TagCount] {
        let beginning = SearchText.fold(prefix)
        return spool.look { tables in
            let shown = tables.artworks.values.filter { $0.trashed == nil }.flatMap(\.tags)
            let counts = Dictionary(grouping: shown) { $0 }.map { TagCount(tag: $0.key, artworks: $0.value.count) }
            return Array(
                counts.filter { $0.tag.folded.hasPrefix(beginning) }
                    .sorted { ($1.artworks, $0.tag.folded) < ($0.artworks, $1.tag.folded) }.prefix(limit))
        }
    }

    package func rename(_ tag: Tag, to name: Tag, merging: Bool) async throws(RepositoryFailure) -> TagRenaming {
        try spool.change { tables in
            let holders = tables.artworks.values.filter { $0.tags.contains(tag) }
            guard !holders.isEmpty else { return .noSuchTag }
            let others = tag == name ? [] : tables.artworks.values.filter { $0.tags.contains(name) }
            if !others.isEmpty, !merging { return .exists(artworks: others.count) }
            let shown = others.isEmpty ? name : tables.tags[name.folded] ?? name
            let earlier = others.isEmpty ? tables.tags[tag.folded] : nil
            for artwork in holders {
                var renamed = artwork.tagged(artwork.tags.filter { $0 != tag && $0 != name } + [shown])
                let isPersons = [tag, name].contains { artwork.tags.contains($0) && !artwork.machineTags.contains($0) }
                if !isPersons { renamed.machineTags.insert(shown) }
                tables.artworks[artwork.job] = renamed
            }
            return .renamed(artworks: Set(holders.map(\.job)).union(others.map(\.job)).count, earlier: earlier)
        }
    }

    package func delete(_ tag: Tag) async throws(RepositoryFailure) -> DeletedTag? {
        try spool.change { tables in
            let holders = tables.artworks.values.filter { $0.tags.contains(tag) }
            guard let shown = tables.tags[tag.folded] else { return nil }
            for artwork in holders {
                tables.artworks[artwork.job] = artwork.tagged(artwork.tags.filter { $0 != tag })
            }
            let machine = holders.filter { $0.machineTags.contains(tag) }.map(\.job)
            return DeletedTag(tag: shown, jobs: holders.map(\.job), machineJobs: Set(machine))
        }
    }

    package func evidence(
        _ cues: [TagCue], except artwork: ArtworkNumber, sample: Int
    ) async throws(RepositoryFailure) -> TagEvidence {
        spool.look { tables in
            let all = tables.artworks.values.sorted { $0.number > $1.number }
            var uses: [Tag: Int] = [:]
            let samples = cues.map { cue in
                let found = all.filter { $0.number != artwork && $0.has(cue) }.prefix(sample)
                    .filter { $0.trashed == nil }
                let counts = Dictionary(found.flatMap(\.tags).map { ($0, 1) }, uniquingKeysWith: +)
                for tag in counts.keys { uses[tag] = all.count { $0.trashed == nil && $0.tags.contains(tag) } }
                return TagEvidence.Sample(cue, artworks: found.count, counts: counts)
            }
            let range = (all.first?.number.value ?? 0) - (all.last?.number.value ?? 1) + 1
            return TagEvidence(artworks: Int(range), uses: uses, samples: samples)
        }
    }
}

extension Artwork {
    fileprivate func has(_ cue: TagCue) -> Bool {
        switch cue {
        case .tag(let tag): tags.contains(tag)
        case .word(let token): SearchDocument(self).tokens.contains(token)
        case .folder(let name): folder == name
        }
    }
}
