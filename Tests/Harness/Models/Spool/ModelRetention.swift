package import Domain

extension SpoolTables {
    mutating func keep(_ picture: Digest, _ source: ArtworkSource, size: Int64, at utc: UTCMillis) {
        if kept[picture] == nil { kept[picture] = Kept(source: source, size: size, time: utc) }
        kept[picture]?.time = utc
        removed[picture] = nil
    }

    mutating func giveUp(
        _ source: ArtworkSource, beyond bounds: RetentionBounds, limit: Int, at utc: UTCMillis
    ) -> [KeptPicture] {
        let expired = expired(source, beyond: bounds, limit: limit, at: utc)
        for picture in expired { giveUp(picture.digest, at: utc) }
        return expired
    }

    /// By definition: all kept pictures, oldest first, without those of favourites and unfinished jobs.
    func expired(
        _ source: ArtworkSource, beyond bounds: RetentionBounds, limit: Int, at utc: UTCMillis
    ) -> [KeptPicture] {
        let pictures = kept.filter { $0.value.source == source }
        var excess = pictures.values.reduce(0) { $0 + $1.size } - bounds.bytes
        let favourites = Set(artworks.values.filter(\.isFavourite).map(\.picture.digest))
        let free = pictures.filter { !favourites.contains($0.key) && !isInUse($0.key) }
            .sorted { ($0.value.time, $0.key.text) < ($1.value.time, $1.key.text) }
        return free.prefix(limit).prefix { _, picture in
            guard picture.time <= bounds.newestGivenUp(at: utc) || excess > 0 else { return false }
            excess -= picture.size
            return true
        }.map { KeptPicture(digest: $0.key, size: $0.value.size) }
    }

    mutating func giveUp(_ picture: Digest, at utc: UTCMillis) {
        kept[picture] = nil
        removed[picture] = utc
        for index in calls.indices where calls[index].phase == .fetched && calls[index].picture?.digest == picture {
            calls[index].phase = .settled
            calls[index].picture = nil
        }
    }

    /// By definition: all jobs that ended long ago, have no artwork, and whose drop is gone.
    func oldJobs(_ old: OldJobs, after job: JobID?) -> [Job] {
        let unread = unread
        return orderedJobs.filter { one in
            guard one.state.isEnd, artworks[one.id] == nil, drops[one.drop]?.phase == .gone,
                job.map({ one.id > $0 }) != false, let ended = jobs[one.id]?.changed
            else { return false }
            return old.contains(endedAt: ended, isUnread: unread.contains(one.id))
        }
    }

    mutating func eraseJobs(_ old: OldJobs, after job: JobID?, limit: Int) -> ErasedJobs {
        let found = Array(oldJobs(old, after: job).prefix(limit))
        var pictures: Set<Digest> = []
        for job in found {
            jobs[job.id] = nil
            notifications.forget(job.id)
            erased.append(job)
            for index in calls.indices where calls[index].job == job.id && calls[index].phase == .fetched {
                guard let picture = calls[index].picture?.digest, kept[picture] == nil else { continue }
                pictures.insert(picture)
                calls[index].phase = .settled
                calls[index].picture = nil
            }
            if jobs(of: job.drop).isEmpty { submissions = submissions.filter { $0.value.drop != job.drop } }
            eraseEndedPlans(of: job.drop)
        }
        let unneeded = pictures.subtracting(neededPictures(among: Array(pictures)))
        return ErasedJobs(
            jobs: found.count, pictures: Array(unneeded), next: found.count == limit ? found.last?.id : nil)
    }

    func refused(to newest: UTCMillis, limit: Int) -> [Drop] {
        let old = jobs.values.filter { row in
            row.job.request == nil && row.job.state.word == "failed" && read.contains(row.job.id)
                && row.changed <= newest
        }
        let ids = Set(old.map(\.job.drop)).sorted()
        return Array(ids.compactMap { drops[$0] }.filter { $0.phase == .gone && $0.kept != nil }.prefix(limit))
    }

    mutating func releaseRefused(to newest: UTCMillis, limit: Int) -> [Drop] {
        let released = refused(to: newest, limit: limit)
        for drop in released { drops[drop.id]?.kept = nil }
        return released
    }

    mutating func emptyTrash(to newest: UTCMillis, limit: Int, at utc: UTCMillis) -> GivenUp {
        let erased = artworks.values.filter { $0.trashed.map { $0 <= newest } == true }
            .sorted { ($0.trashed ?? 0, $0.number) < ($1.trashed ?? 0, $1.number) }.prefix(limit)
        for artwork in erased {
            artworks[artwork.job] = nil
            tagCalls.removeAll { $0.job == artwork.job }
        }
        var pictures: [KeptPicture] = []
        var shared: [Digest] = []
        for digest in Set(erased.map(\.picture.digest)).sorted() {
            guard let found = kept[digest], !isInUse(digest),
                !artworks.values.contains(where: { $0.picture.digest == digest })
            else {
                shared.append(digest)
                continue
            }
            giveUp(digest, at: utc)
            pictures.append(KeptPicture(digest: digest, size: found.size))
        }
        return GivenUp(
            artworks: erased.count, pictures: pictures, shared: shared, isPartial: erased.count == limit)
    }

    /// The artwork with what is known of its picture.
    func shown(_ artwork: Artwork) -> Artwork {
        var artwork = artwork
        artwork.making.pictureSize = kept[artwork.picture.digest]?.size
        artwork.pictureRemoved = removed[artwork.picture.digest]
        return artwork
    }

    private func isInUse(_ picture: Digest) -> Bool {
        jobs.values.contains { !$0.job.state.isEnd && $0.job.pictures.contains(picture) }
    }
}

extension ModelSpoolRepository {
    /// The generated pictures that are kept after their delivery.
    package var keptPictures: [Digest] {
        look { $0.kept.filter { $0.value.source == .generated }.map(\.key) }
    }
}

extension ModelLibrary: RetentionRepository {
    package func emptyTrash(
        to newest: UTCMillis, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GivenUp {
        try spool.change { $0.emptyTrash(to: newest, limit: limit, at: utc) }
    }

    package func eraseJobs(
        _ old: OldJobs, after job: JobID?, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> ErasedJobs {
        try spool.change { $0.eraseJobs(old, after: job, limit: limit) }
    }

    package func erasable(_ old: OldJobs) async throws(RepositoryFailure) -> CleanUpAmount {
        spool.look { tables in
            var tables = tables
            return tables.eraseJobs(old, after: nil, limit: .max).amount
        }
    }

    package func refused(to newest: UTCMillis, limit: Int) async throws(RepositoryFailure) -> [Drop] {
        spool.look { $0.refused(to: newest, limit: limit) }
    }

    package func releaseRefused(
        to newest: UTCMillis, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> [Drop] {
        try spool.change { $0.releaseRefused(to: newest, limit: limit) }
    }

    package func giveUpPictures(
        _ source: ArtworkSource, beyond bounds: RetentionBounds, limit: Int, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> GivenUp {
        try spool.change { tables in
            let expired = tables.giveUp(source, beyond: bounds, limit: limit, at: utc)
            return GivenUp(pictures: expired, isPartial: expired.count == limit)
        }
    }

    package func trashed(to newest: UTCMillis) async throws(RepositoryFailure) -> CleanUpAmount {
        spool.look { tables in
            var tables = tables
            return tables.emptyTrash(to: newest, limit: .max, at: 0).amount
        }
    }

    package func pictures(
        _ source: ArtworkSource, beyond bounds: RetentionBounds, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> CleanUpAmount {
        spool.look { GivenUp(pictures: $0.expired(source, beyond: bounds, limit: .max, at: utc)).amount }
    }

    /// There is no index.
    package func mergeIndex() async throws(RepositoryFailure) -> Bool { false }
}
