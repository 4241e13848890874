import BackendKit
import Configuration
import Domain
import MVIEffects
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
    /// `nil` if there is nothing to move blobs from.
    let mover: (any BlobMoving)?
    /// The connections for blobs in the database, if any are.
    private let database: DatabaseBlobStore?

    init(
        _ settings: Settings, _ database: any SQLStore, disk: ThreadExecutor, transport: any HTTPTransport,
        keys: KeyReader, clock: BoottimeClock, removeDerived: @escaping @Sendable ([Digest]) async -> Void
    ) throws(LaunchFailure) {
        let state = settings.service.state
        let bucket = try Self.bucket(settings.blobs.bucket, settings.blobs, transport, keys, clock)
        let earlier = try Self.bucket(settings.blobs.earlier, settings.blobs, transport, keys, clock)
        guard bucket != nil || earlier != nil || settings.databaseAddress != nil else {
            self.database = nil
            mover = nil
            blobs = try Self.inFolder(state) { () throws(FileFailure) in
                try DiskBlobRepository(folder: state, threads: disk, removeDerived: removeDerived)
            }
            return
        }
        self.database = try settings.databaseAddress.map { address throws(LaunchFailure) in
            do throws(RepositoryFailure) { return try DatabaseBlobStore(PostgreSQLSettings(address: address)) } catch {
                throw LaunchFailure(error, about: address)
            }
        }
        let (copies, files) = try Self.inFolder(state) { () throws(FileFailure) in
            let folder = state.appending(Self.copies).asRoot
            try FileDescriptor.makeFolder(folder, .owner)
            let files = try DiskBlobRepository(folder: folder, threads: disk)
            let copies = FetchedBlobs(files, limit: Int64(settings.blobs.cache), utc: UTCMillis.now)
            return (copies, DiskBlobStore(try DiskBlobRepository(folder: state, threads: disk)))
        }
        // What is written first, then what else there can be.
        let all = [bucket as (any BlobStore)?, self.database, files, earlier].compactMap { $0 }
        let shared = SharedBlobRepository(
            copies: copies, store: all[0], earlier: Array(all.dropFirst()), database: database, utc: UTCMillis.now,
            removeDerived: removeDerived)
        blobs = shared
        mover = BlobMover(shared)
    }

    /// The keys are read once, at the start.
    private static func bucket(
        _ address: S3Address?, _ settings: BlobSettings, _ transport: any HTTPTransport, _ keys: KeyReader,
        _ clock: BoottimeClock
    ) throws(LaunchFailure) -> S3BlobStore? {
        guard let address, let access = settings.accessKey, let secret = settings.secretKey else { return nil }
        do throws(KeyFailure) {
            return S3BlobStore(
                address, accessKey: try keys.key(access), secretKey: try keys.key(secret),
                send: { request throws(HTTPFailure) in try await transport.perform(request) },
                wait: { pause in await clock.wait(pause) }, utc: UTCMillis.now)
        } catch {
            throw LaunchFailure(.configuration, Wording(.english).bucketSentence(error))
        }
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
