import Domain

/// The changes that can be taken back, in memory: a restart forgets them.
actor UndoLog {
    private var history = UndoHistory()

    func add(_ change: UndoableChange, by user: UInt32, at now: UTCMillis) -> UndoToken? {
        history.add(change, by: user, at: now)
    }

    func take(_ token: UndoToken?, by user: UInt32, at now: UTCMillis) -> UndoHistory.Entry? {
        history.take(token, by: user, at: now)
    }

    func putBack(_ entry: UndoHistory.Entry) { history.putBack(entry) }
}

/// Collects what a change does to artworks.
struct UndoRecorder {
    private var jobs: [ArtworkDifference: [JobID]] = [:]
    /// In the order of their first artwork.
    private var differences: [ArtworkDifference] = []

    mutating func add(_ changed: [ChangedArtwork], by change: ArtworkChange) {
        for artwork in changed { add(artwork.difference(by: change), [artwork.after.job]) }
    }

    mutating func add(_ difference: ArtworkDifference, _ changed: [JobID]) {
        if jobs[difference] == nil { differences.append(difference) }
        jobs[difference, default: []] += changed
    }

    var changed: Set<JobID> { Set(jobs.values.joined()) }

    var change: UndoableChange { .artworks(differences.map { UndoableChange.Part($0, jobs[$0] ?? []) }) }
}
