package import Domain
internal import PlatformSQL
internal import PlatformSQLite

/// Puts a backup in the place of the database. The caller must hold the lock on the state folder.
///
/// Nobody knows what was bought since the backup was made. So jobs that could buy something wait for approval, files that
/// are in the folders now count as there before the service was, and a vision model is only asked about new artworks.
package struct SpoolRestoration {
    private let state: FolderPath
    private let place: DatabaseReplacement

    package init(state: FolderPath) {
        self.state = state
        place = DatabaseReplacement(state: state, part: FileName("textifyd.db.restoring"))
    }

    /// `backup`: the path of the copy; `replaced`: the name under which the database so far is kept in `backups`, with a
    /// number if it is taken.
    package func restore(
        _ backup: [UInt8], keepingAs replaced: FileName, at utc: UTCMillis
    ) throws(RestorationFailure) -> RestorationReport {
        do throws(RepositoryFailure) { try copy(backup) } catch { throw .backup(error) }
        do throws(RepositoryFailure) {
            let held = try prepareCopy(at: utc)
            let kept = try place.setAside(as: replaced)
            try place.publish()
            return RestorationReport(heldJobs: held, replaced: kept)
        } catch {
            throw .database(error)
        }
    }

    /// Copies the backup after a check of the whole file. Throws `.foreign`, `.newer` or `.corrupt`.
    private func copy(_ backup: [UInt8]) throws(RepositoryFailure) {
        let source = try SpoolDatabase.open(backup, .read)
        let version: Int
        do throws(SchemaFailure) { version = try SpoolSchema.schema.version(of: source) } catch {
            throw RepositoryFailure(error)
        }
        guard version > 0 else { throw .corrupt("the file is empty") }
        let results = try source.rows("PRAGMA integrity_check(1)") { $0.text(0) }
        guard results == ["ok"] else { throw .corrupt(results.first ?? "") }
        try place.makePart()
        try source.run("VACUUM INTO CAST(? AS TEXT)", [.blob(place.path)])
    }

    /// Brings the copy to this version, and holds what could be bought a second time. Returns the number of held jobs.
    private func prepareCopy(at utc: UTCMillis) throws(RepositoryFailure) -> Int {
        let copy = try SpoolDatabase.open(place.path, .write)
        do { try SpoolSchema.schema.apply(to: copy) } catch { throw RepositoryFailure(error) }
        try ArtworkWords.bringUpToDate(on: copy)
        try copy.run("BEGIN IMMEDIATE")
        let jobs: [JobID] = try copy.rows("SELECT id FROM jobs WHERE state IN ('queued', 'waiting', 'held')") {
            row throws(RepositoryFailure) in try row.identifier(0)
        }
        for job in jobs {
            try copy.run(
                "UPDATE jobs SET (\(StateRecord.columns)) = (?, ?, ?, ?), gate = NULL, changed = ? WHERE id = ?",
                try StateRecord.values(.held(.approval)) + [.time(utc), .text(job.text)])
            try JobHistory.add(.held(.approval), of: job, at: utc, on: copy)
        }
        // Moments up to now may have been settled since. A single one can't be repeated without a person's decision.
        try copy.run(
            """
            UPDATE plans SET state = CASE WHEN calendar IS NULL THEN 'paused' ELSE state END,
            due = CASE WHEN calendar IS NULL THEN due END, revision = revision + 1, changed = ?1
            WHERE state = 'active' AND due <= ?1
            """, [.time(utc)])
        try copy.run("UPDATE places SET since = ?", [.time(utc)])
        try copy.run(
            "UPDATE tagged_folders SET artwork = (SELECT ifnull(max(number), 0) FROM artworks), since = ?",
            [.time(utc)])
        try copy.run("COMMIT")
        _ = try copy.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
        return jobs.count
    }
}

/// What a restored backup has.
package struct RestorationReport: Equatable, Sendable {
    /// Jobs that wait for approval, because they may have been done since.
    package let heldJobs: Int
    /// The database so far among the backups; `nil` if there was none.
    package let replaced: FileName?
}

/// Whose fault it is that a backup can't be restored.
package enum RestorationFailure: Error, Equatable, Sendable {
    /// The backup's. Nothing was changed.
    case backup(RepositoryFailure)
    /// The state folder's.
    case database(RepositoryFailure)
}
