package import Domain
package import PlatformSQL
internal import PlatformSQLite
internal import PlatformConcurrency
internal import PlatformSystem

/// The file `textifyd.db`, with one writer whose writes share commits, and readers. The repositories are built on it.
///
/// The caller must hold the lock on the state folder: tokens guard against late writers in the same process, not
/// against a second process.
package final class SpoolDatabase: SQLStore {
    /// The database's name in the state folder.
    package static let fileName = FileName("textifyd.db")

    private let writer: GroupCommitWriter
    /// As many reads as there are processors use them all; more would only need memory.
    private static let readers = max(1, min(4, Processors.count))

    private let reader: ReaderPool
    package let likenesses: LikenessCache
    package let notificationRules = CurrentNotificationRules()
    let folder: FolderPath
    var path: [UInt8] { folder.appending(Self.fileName).bytes }

    /// Opens the database in `folder`, and creates or migrates it first if necessary. Blocks until that is done.
    ///
    /// Before a migration a copy of the old version is stored in `backups`. `isSuspect`: checks the database first and
    /// doesn't open it if it is damaged.
    ///
    /// Throws `.newer` if a newer version wrote the database, `.foreign` if an earlier development build or another
    /// program did, `.corrupt` if the file is damaged or isn't a database, `.denied`, `.full` or `.busy`.
    package init(
        folder: FolderPath, schema: Schema = SpoolSchema.schema, isSuspect: Bool = false
    ) throws(RepositoryFailure) {
        self.folder = folder
        let path = folder.appending(Self.fileName).bytes
        try StateMigration.checkComplete(folder)
        try Self.makeFile(in: folder)
        let writing = try Self.open(path, .write)
        if isSuspect { try Self.check(writing) }
        try MigrationNote.check(writing)
        try Self.backUpBeforeMigration(writing, to: schema, in: folder)
        do { try schema.apply(to: writing) } catch { throw RepositoryFailure(error) }
        try ArtworkWords.bringUpToDate(on: writing)
        writer = try GroupCommitWriter(writing)
        var readers: [DatabaseReader] = []
        for _ in 0..<Self.readers { readers.append(try DatabaseReader(try Self.open(path, .read))) }
        reader = ReaderPool(readers)
        likenesses = LikenessCache(reader)
    }

    package func read<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await reader.read(work)
    }

    package func write<T: Sendable>(
        _ work: @escaping @Sendable (any SQLConnection) throws(RepositoryFailure) -> T
    ) async throws(RepositoryFailure) -> T {
        try await writer.write(work)
    }

    /// Returns once the database has answered a trivial query, even with a failure: proof that it is not stuck.
    package func answer() async {
        await reader.answer()
    }

    /// Commits pending writes and closes the file; later requests fail.
    package func close() async {
        await reader.close()
        await writer.close()
    }

    /// Creates the database file, because SQLite would create one that others can read. The log inherits its mode.
    private static func makeFile(in folder: FolderPath) throws(RepositoryFailure) {
        do throws(FileFailure) {
            _ = try FileDescriptor.folder(folder.asRoot).create(fileName, .owner)
        } catch {
            switch error {
            case .exists: return
            case .full: throw .full
            case .denied, .readOnly: throw .denied
            // SQLite will report the error in more detail.
            default: return
            }
        }
    }

    static func open(
        _ path: [UInt8], _ access: Connection.Access
    ) throws(RepositoryFailure) -> sending Connection {
        do throws(SQLFailure) {
            let connection = try Connection(path: path, access)
            try connection.prepare(access)
            return connection
        } catch {
            throw RepositoryFailure(error)
        }
    }
}
