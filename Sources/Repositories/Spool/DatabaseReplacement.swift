internal import Domain
internal import PlatformSQL
internal import PlatformSQLite
internal import PlatformSystem

/// Another database file that takes the place of the one in the state folder, once it is complete. The caller must hold
/// the lock on the state folder.
struct DatabaseReplacement {
    let state: FolderPath
    /// The new file's name until then.
    let part: FileName

    /// The new file's path.
    var path: [UInt8] { state.appending(part).bytes }

    /// Makes the new file, empty, instead of one that an earlier attempt has left.
    func makePart() throws(RepositoryFailure) {
        try inState { folder throws(FileFailure) in
            for suffix in ["", "-wal", "-shm"] { try folder.unlink(Self.file(part, suffix)) }
            _ = try folder.create(part, .owner)
        }
    }

    func exists(_ name: FileName) throws(RepositoryFailure) -> Bool {
        var isThere = false
        try inState { folder throws(FileFailure) in isThere = try folder.entry(name) != nil }
        return isThere
    }

    /// Keeps the database so far among the backups and returns its name there. A damaged one keeps its log as well.
    func setAside(as wanted: FileName) throws(RepositoryFailure) -> FileName? {
        guard try exists(SpoolDatabase.fileName) else { return nil }
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

    func publish() throws(RepositoryFailure) {
        try inState { folder throws(FileFailure) in
            let file = try folder.file(beneath: part)
            try file.sync()
            try folder.rename(part, to: SpoolDatabase.fileName, in: folder)
            try folder.syncFolder()
        }
    }

    func inState(
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
