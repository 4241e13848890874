package import Domain
internal import PlatformSQL
internal import PlatformSQLite
internal import PlatformSystem

/// Maintenance of the database file.
extension SpoolDatabase: MaintenanceRepository {
    /// The folder for copies, in the state folder.
    package static let backups = FileName("backups")

    /// Checks the whole file (`PRAGMA quick_check`) without blocking reads and writes. Throws `.corrupt` if it is
    /// damaged.
    package func check() async throws(RepositoryFailure) {
        try await DedicatedConnection.run(try Self.open(path, .read)) { connection throws(RepositoryFailure) in
            try Self.check(connection)
        }
    }

    /// Writes a copy to `backups/name` (`VACUUM INTO`) without blocking reads and writes. The copy is complete and
    /// synced before it gets that name. Of all copies that begin with `prefix` and end with `.db`, the last `kept` by
    /// name remain. Returns the copy's size in bytes.
    package func backUp(as name: FileName, keeping kept: Int, prefix: String) async throws(BackupFailure) -> Int64 {
        let result: Result<Int64, BackupFailure>
        do throws(RepositoryFailure) {
            let folder = folder
            result = try await DedicatedConnection.run(try Self.open(path, .read)) {
                connection throws(RepositoryFailure) in
                do throws(BackupFailure) {
                    let size = try Self.copy(connection, into: folder, as: name)
                    // Surplus copies do no harm.
                    try? Self.prune(folder.appending(Self.backups).asRoot, keeping: kept, prefix: prefix)
                    return .success(size)
                } catch { return .failure(error) }
            }
        } catch {
            throw .database(error)
        }
        return try result.get()
    }

    static func check(_ connection: any SQLConnection) throws(RepositoryFailure) {
        let results = try connection.rows("PRAGMA quick_check(1)") { row throws(RepositoryFailure) in row.text(0) }
        guard results == ["ok"] else { throw .corrupt(results.first ?? "") }
    }

    /// Copies a database of an earlier version to `backups/textifyd-schema-N.db` before it is migrated, so that a
    /// return to that version is possible.
    static func backUpBeforeMigration(
        _ connection: Connection, to schema: Schema, in state: FolderPath
    ) throws(RepositoryFailure) {
        let version: Int
        do throws(SchemaFailure) { version = try schema.version(of: connection) } catch {
            throw RepositoryFailure(error)
        }
        guard version > 0, version < schema.migrations.count else { return }
        do throws(BackupFailure) {
            _ = try copy(connection, into: state, as: FileName("textifyd-schema-\(version).db"))
        } catch {
            throw error.inDatabase
        }
    }

    private static func copy(
        _ connection: any SQLConnection, into state: FolderPath, as name: FileName
    ) throws(BackupFailure) -> Int64 {
        let path = state.appending(backups).asRoot
        let part = FileName(bytes: name.bytes + Array(".part".utf8))
        do throws(FileFailure) {
            try FileDescriptor.makeFolder(path, .owner)
            let folder = try FileDescriptor.folder(path)
            // Removes an incomplete copy. The file is created here because SQLite would create one that others can
            // read; it writes into an empty file too.
            try folder.unlink(part)
            _ = try folder.create(part, .owner)
        } catch {
            throw .folder(error)
        }
        do throws(RepositoryFailure) {
            try connection.run("VACUUM INTO CAST(? AS TEXT)", [.blob(path.appending(part).bytes)])
        } catch {
            throw .database(error)
        }
        do throws(FileFailure) { return try publish(part, as: name, in: path) } catch { throw .folder(error) }
    }

    private static func publish(
        _ part: FileName, as name: FileName, in path: FolderPath
    ) throws(FileFailure) -> Int64 {
        let folder = try FileDescriptor.folder(path)
        let file = try folder.file(beneath: part)
        try file.sync()
        try folder.rename(part, to: name, in: folder)
        try folder.syncFolder()
        return try file.entry(named: name).size
    }

    private static func prune(_ path: FolderPath, keeping kept: Int, prefix: String) throws(FileFailure) {
        let folder = try FileDescriptor.folder(path)
        let (start, end) = (Array(prefix.utf8), Array(".db".utf8))
        let names = try folder.list().map(\.name.bytes).filter { $0.starts(with: start) && $0.suffix(3) == end[...] }
        for name in names.sorted(by: { $0.lexicographicallyPrecedes($1) }).dropLast(kept) {
            try folder.unlink(FileName(bytes: name))
        }
    }
}

extension BackupFailure {
    /// The failure to report when the copy before a migration can't be made, because the migration is not started
    /// without it.
    fileprivate var inDatabase: RepositoryFailure {
        switch self {
        case .database(let failure): failure
        case .onServer: .denied
        case .folder(.full): .full
        case .folder(.denied), .folder(.readOnly): .denied
        case .folder(let failure): .failed(code: 14, "\(SpoolDatabase.backups.shown): \(failure)")
        }
    }
}
