import Configuration
import Domain
import PlatformConcurrency
import PlatformPostgreSQL
import PlatformSystem
import Repositories
import Words

/// The blobs of a service: files in its state folder, or a store that it shares with others.
struct BlobAssembly: Sendable {
    /// Local copies of shared blobs, in the state folder.
    private static let copies = FileName("fetched")

    let blobs: any BlobRepository & BlobVerification
    /// The connections for blobs in the database, if any are.
    private let database: DatabaseBlobStore?

    init(
        _ settings: Settings, _ database: any SQLStore, disk: ThreadExecutor,
        removeDerived: @escaping @Sendable ([Digest]) async -> Void
    ) throws(LaunchFailure) {
        let state = settings.service.state
        guard let address = settings.databaseAddress else {
            self.database = nil
            blobs = try Self.inFolder(state) { () throws(FileFailure) in
                try DiskBlobRepository(folder: state, threads: disk, removeDerived: removeDerived)
            }
            return
        }
        let store: DatabaseBlobStore
        do throws(RepositoryFailure) { store = try DatabaseBlobStore(PostgreSQLSettings(address: address)) } catch {
            throw LaunchFailure(error, about: address)
        }
        self.database = store
        let (copies, earlier) = try Self.inFolder(state) { () throws(FileFailure) in
            let folder = state.appending(Self.copies).asRoot
            try FileDescriptor.makeFolder(folder, .owner)
            let files = try DiskBlobRepository(folder: folder, threads: disk)
            let copies = FetchedBlobs(files, limit: Int64(settings.blobs.cache), utc: UTCMillis.now)
            return (copies, DiskBlobStore(try DiskBlobRepository(folder: state, threads: disk)))
        }
        blobs = SharedBlobRepository(
            copies: copies, store: store, earlier: [earlier], database: database, utc: UTCMillis.now,
            removeDerived: removeDerived)
    }

    private static func inFolder<T>(
        _ state: FolderPath, _ work: () throws(FileFailure) -> T
    ) throws(LaunchFailure) -> T {
        do throws(FileFailure) { return try work() } catch {
            throw LaunchFailure(.cannotCreate, Wording(.english).sentence(error, about: state.shown))
        }
    }

    func close() async {
        await database?.close()
    }
}
