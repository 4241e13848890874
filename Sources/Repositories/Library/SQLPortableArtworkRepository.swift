internal import Domain
internal import PlatformSQL

/// Stores artworks that were exported elsewhere.
struct SQLPortableArtworkRepository: PortableArtworkRepository {
    let database: any SQLStore

    func portable(_ artworks: [Artwork]) async throws(RepositoryFailure) -> [PortableArtwork] {
        try await database.read { connection throws(RepositoryFailure) in
            var portable: [PortableArtwork] = []
            for artwork in artworks {
                guard let job = try JobRecord.find(artwork.job, on: connection), let request = job.request else {
                    continue
                }
                portable.append(
                    PortableArtwork(
                        artwork: artwork, request: request, file: job.name, created: job.created,
                        apart: try ArtworkPairs.jobs(apartFrom: artwork.number, on: connection)))
            }
            return portable
        }
    }

    func add(
        _ artwork: PortableArtwork, outbox: FolderPath, hasPicture: Bool, at utc: UTCMillis
    ) async throws(RepositoryFailure) -> ArtworkImport {
        try await database.write { connection throws(RepositoryFailure) in
            let id = artwork.artwork.job
            if let known = try ArtworkRecord.find(id, on: connection) {
                let isMerged = try Self.merge(artwork, into: known, hasPicture: hasPicture, at: utc, on: connection)
                return isMerged ? .merged : .unchanged
            }
            let forgotten = try connection.rows("SELECT forgotten FROM jobs WHERE id = ?", [.text(id.text)]) {
                $0.integer(0) != 0
            }
            if let isForgotten = forgotten.first { return isForgotten ? .forgotten : .unfinished }
            try Self.insert(artwork, outbox, hasPicture: hasPicture, at: utc, on: connection)
            return .added
        }
    }

    private static func insert(
        _ portable: PortableArtwork, _ outbox: FolderPath, hasPicture: Bool, at utc: UTCMillis,
        on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        var artwork = portable.artwork
        guard try DropRecord.insert(portable.drop, at: portable.created, on: connection) else {
            throw .failed(code: 19, "drop \(portable.drop.id)")
        }
        try JobRecord.insert(portable.job(outbox: outbox), at: artwork.made, on: connection)
        if !hasPicture { artwork.making.pictureSize = nil }
        var options = KnownOptions()
        try ArtworkRecord.insert(artwork, &options, on: connection)
        try keepPicture(of: artwork, at: utc, on: connection)
        _ = try pair(portable, on: connection)
    }

    /// Returns `false` if the artwork has everything already.
    private static func merge(
        _ portable: PortableArtwork, into known: Artwork, hasPicture: Bool, at utc: UTCMillis,
        on connection: any SQLConnection
    ) throws(RepositoryFailure) -> Bool {
        let imported = portable.artwork
        var isChanged = try pair(portable, on: connection)
        let tags = ArtworkChange.tags(
            added: imported.tags.filter { !imported.machineTags.contains($0) }, removed: [],
            machine: Array(imported.machineTags))
        for change in [tags, .favourite(true)] {
            if case .favourite = change, !imported.isFavourite { continue }
            guard known.isChanged(by: change) else { continue }
            try SQLArtworkRepository.apply(change, to: known, on: connection)
            isChanged = true
        }
        guard hasPicture, known.making.pictureSize == nil, known.picture == imported.picture else { return isChanged }
        try keepPicture(of: imported, at: utc, on: connection)
        return true
    }

    /// A picture that came counts as new, so that its time here begins now. One that was removed there keeps the day.
    private static func keepPicture(
        of artwork: Artwork, at utc: UTCMillis, on connection: any SQLConnection
    ) throws(RepositoryFailure) {
        let digest = artwork.picture.digest
        if let size = artwork.making.pictureSize {
            return try KeptPictures.keep(digest, artwork.source, size: size, at: utc, on: connection)
        }
        guard let removed = artwork.pictureRemoved else { return }
        try KeptPictures.recordRemoval(of: digest, at: removed, on: connection)
    }

    /// Tells the artwork apart from those of its pairs that are here. The others follow with their own pairs.
    private static func pair(
        _ portable: PortableArtwork, on connection: any SQLConnection
    ) throws(RepositoryFailure) -> Bool {
        var changed = 0
        for other in portable.apart {
            changed += try ArtworkPairs.set([portable.artwork.job, other], true, on: connection)
        }
        return changed > 0
    }
}
