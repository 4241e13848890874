package import Domain
internal import PlatformSQL
internal import PlatformSQLite
internal import PlatformSystem

/// Puts a backup in the place of the database. The caller must hold the lock on the state folder.
///
/// Nobody knows what was bought since the backup was made. So jobs that could buy something wait for approval, files that
/// are in the folders now count as there before the service was, and a vision model is only asked about new artworks.
package struct SpoolRestoration {
    private static let part = FileName("textifyd.db.restoring")

    private let state: FolderPath

    package init(state: FolderPath) { self.state = state }

    /// `backup`: the path of the copy; `replaced`: the name under which the database so far is kept in `backups`, with a
    /// number if it is taken.
    package func restore(
        _ backup: [UInt8], keepingAs replaced: FileName, at utc: UTCMillis
    ) throws(RestorationFailure) -> RestorationReport {
        do throws(RepositoryFailure) { try copy(backup) } catch { throw .backup(error) }
        do throws(RepositoryFailure) {
            let held = try prepareCopy(at: utc)
            let kept = try setAside(as: replaced)
            try publish()
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
        try inState { folder throws(FileFailure) in
            for suffix in ["", "-wal", "-shm"] { try folder.unlink(Self.file(Self.part, suffix)) }
            _ = try folder.create(Self.part, .owner)
        }
        try source.run("VACUUM INTO CAST(? AS TEXT)", [.blob(state.appending(Self.part).bytes)])
    }

    /// Brings the copy to this version, and holds what could be bought a second time. Returns the number of held jobs.
    private func prepareCopy(at utc: UTCMillis) throws(RepositoryFailure) -> Int {
        let copy = try SpoolDatabase.open(state.appending(Self.part).bytes, .write)
        do { try SpoolSchema.schema.apply(to: copy) } catch { throw RepositoryFailure(error) }
        try ArtworkWords.bringUpToDate(on: copy)
        try copy.run("BEGIN IMMEDIATE")
        let jobs: [JobID] = try copy.rows("SELECT id FROM jobs WHERE state IN ('queued', 'waiting', 'held')") {
            row throws(RepositoryFailure) in try row.identifier(0)
        }
        for job in jobs {
            try copy.run(
                "UPDATE jobs SET (\(StateRecord.columns)) = (?, ?, ?, ?), changed = ? WHERE id = ?",
                try StateRecord.values(.held(.approval)) + [.time(utc), .text(job.text)])
            try JobHistory.add(.held(.approval), of: job, at: utc, on: copy)
        }
        try copy.run("UPDATE places SET since = ?", [.time(utc)])
        try copy.run(
            "UPDATE tagged_folders SET artwork = (SELECT ifnull(max(number), 0) FROM artworks), since = ?",
            [.time(utc)])
        try copy.run("COMMIT")
        _ = try copy.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
        return jobs.count
    }

    /// Keeps the database so far among the backups and returns its name there. A damaged one keeps its log as well.
    private func setAside(as wanted: FileName) throws(RepositoryFailure) -> FileName? {
        var isThere = false
        try inState { folder throws(FileFailure) in isThere = try folder.entry(SpoolDatabase.fileName) != nil }
        guard isThere else { return nil }
        emptyLog()
        var name = wanted
        try inState { folder throws(FileFailure) in
            let kept = state.appending(SpoolDatabase.backups).asRoot
            try FileDescriptor.makeFolder(kept, .owner)
            let backups = try FileDescriptor.folder(kept)
            for number in 2... {
                if try backups.entry(name) == nil { break }
                name = FileName(bytes: wanted.stem.bytes + Array("-\(number).db".utf8))
            }
            try Self.keep(folder, as: name, in: backups)
            // A log that could not be emptied must not be applied to another database.
            for suffix in ["-wal", "-shm"] {
                let log = Self.file(SpoolDatabase.fileName, suffix)
                guard try folder.entry(log) != nil else { continue }
                try folder.rename(log, to: Self.file(name, suffix), in: backups)
            }
            try backups.syncFolder()
        }
        return name
    }

    /// By a second link, so that there is a database at every moment. Where there are no links, a crash now leaves none,
    /// and the next start begins with an empty one, for which every file was there before.
    private static func keep(
        _ folder: borrowing FileDescriptor, as name: FileName, in backups: borrowing FileDescriptor
    ) throws(FileFailure) {
        do throws(FileFailure) { try folder.link(SpoolDatabase.fileName, to: name, in: backups) } catch .exists {
            throw .exists
        } catch {
            try folder.rename(SpoolDatabase.fileName, to: name, in: backups)
        }
    }

    private static func file(_ name: FileName, _ suffix: String) -> FileName {
        FileName(bytes: name.bytes + Array(suffix.utf8))
    }

    /// Moves the log's content into the file; SQLite then deletes it. What is damaged is kept as it is.
    private func emptyLog() {
        let old = try? SpoolDatabase.open(state.appending(SpoolDatabase.fileName).bytes, .write)
        _ = try? old?.rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }
    }

    private func publish() throws(RepositoryFailure) {
        try inState { folder throws(FileFailure) in
            let file = try folder.file(beneath: Self.part)
            try file.sync()
            try folder.rename(Self.part, to: SpoolDatabase.fileName, in: folder)
            try folder.syncFolder()
        }
    }

    private func inState(
        _ work: (borrowing FileDescriptor) throws(FileFailure) -> Void
    ) throws(RepositoryFailure) {
        do throws(FileFailure) { try work(try FileDescriptor.folder(state.asRoot)) } catch {
            switch error {
            case .full: throw .full
            case .denied, .readOnly: throw .denied
            default: throw .failed(code: 14, "\(state.shown): \(error)")
            }
        }
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
