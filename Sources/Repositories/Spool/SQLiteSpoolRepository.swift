package import Domain
internal import PlatformSQLite
internal import PlatformSystem

/// The spooler's memory in `textifyd.db`: one writer whose writes share commits, one reader beside it.
///
/// Whoever opens it holds the lock on the state folder: tokens keep late writers of one process out, not a second
/// process.
package final class SQLiteSpoolRepository: SpoolRepository {
    /// The database's name in the state folder.
    package static let fileName = FileName("textifyd.db")

    let writer: GroupCommitWriter
    let reader: DatabaseReader
    let folder: FolderPath
    var path: [UInt8] { folder.appending(Self.fileName).bytes }

    /// Opens the database in `folder`, making or migrating it first. It blocks for as long as that takes.
    ///
    /// The copy of an older version's is kept in `backups`. `isSuspect`: it is looked through first, and not opened where
    /// it is damaged.
    ///
    /// Throws `.newer` for a newer version's, `.corrupt` for what is no database of ours, `.denied`, `.full`, `.busy`.
    package init(folder: FolderPath, isSuspect: Bool = false) throws(RepositoryFailure) {
        self.folder = folder
        let path = folder.appending(Self.fileName).bytes
        try Self.makeFile(in: folder)
        let writing = try Self.open(path, .write)
        if isSuspect { try Self.check(writing) }
        try Self.keepOld(writing, in: folder)
        do { try SpoolSchema.schema.apply(to: writing) } catch { throw RepositoryFailure(error) }
        let reading = try Self.open(path, .read)
        writer = try GroupCommitWriter(writing)
        reader = try DatabaseReader(reading)
    }

    /// How many transactions were committed since the start.
    package var commits: Int { writer.commits }

    /// Returns once the database has answered the smallest of questions, be it by a failure: proof that it is not stuck.
    package func answer() async {
        _ = try? await reader.read { connection throws(RepositoryFailure) in
            try connection.rows("SELECT 1", []) { $0.integer(0) }
        }
    }

    /// Commits what was asked and closes the file; what is asked later is refused.
    package func close() async {
        await reader.close()
        await writer.close()
    }

    /// SQLite would make one that others can read; its log has the mode of the database.
    private static func makeFile(in folder: FolderPath) throws(RepositoryFailure) {
        do throws(FileFailure) {
            _ = try FileDescriptor.folder(folder.asRoot).create(fileName, .owner)
        } catch {
            switch error {
            case .exists: return
            case .full: throw .full
            case .denied, .readOnly: throw .denied
            // SQLite says it in its own words.
            default: return
            }
        }
    }

    static func open(
        _ path: [UInt8], _ access: Connection.Access
    ) throws(RepositoryFailure) -> sending Connection {
        do throws(SQLiteFailure) {
            let connection = try Connection(path: path, access)
            try connection.prepare(access)
            return connection
        } catch {
            throw RepositoryFailure(error)
        }
    }
}
