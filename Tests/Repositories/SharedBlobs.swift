import Domain
import PlatformConcurrency
import PlatformDigest
import PlatformPostgreSQL
import PlatformSQL
import PlatformSystem
import Repositories
import Synchronization
import TestBucket
import TestFolders
import TestPostgreSQL
import Testing

/// The places of blobs, which are tested by the same suite.
enum BlobPlace: CaseIterable, CustomTestStringConvertible {
    case disk
    /// The database of several services. Only where a server is installed.
    case database
    /// A bucket, with the database in a file.
    case bucket

    static var allCases: [Self] { PostgreSQLServer.isInstalled ? [.disk, .database, .bucket] : [.disk, .bucket] }

    var testDescription: String { "\(self)" }
}

/// Lends a repository of either place and a folder for source files.
func withBlobs(
    _ place: BlobPlace, _ body: (any BlobRepository & BlobVerification, FolderPath) async throws -> Void
) async throws {
    switch place {
    case .disk:
        try await withFolder { folder in
            let threads = ThreadExecutor(name: "blobs", threads: 2)
            try await body(try DiskBlobRepository(folder: folder, threads: threads), folder)
            await threads.shutdown()
        }
    case .database:
        try await withFleet { fleet in try await body(try fleet.node("one").blobs, fleet.folder) }
    case .bucket:
        let bucket = try FakeBucket()
        try await bucket.lend { store in
            try await withNode(store) { node in try await body(node.blobs, node.folder) }
        }
    }
}

/// A service's shared blobs and its database.
struct BlobNode {
    let blobs: SharedBlobRepository
    let copies: FetchedBlobs
    let database: any SQLStore
    let folder: FolderPath

    init(
        _ folder: FolderPath, _ store: any BlobStore, _ database: any SQLStore, earlier: [any BlobStore] = [],
        limit: Int64 = 1 << 20, time: TestTime = TestTime()
    ) throws {
        try FileDescriptor.makeFolder(folder)
        let files = try DiskBlobRepository(folder: folder, threads: ThreadExecutor(name: "blobs", threads: 2))
        copies = FetchedBlobs(files, limit: limit) { time.now }
        blobs = SharedBlobRepository(
            copies: copies, store: store, earlier: earlier, database: database, utc: { time.now })
        (self.database, self.folder) = (database, folder)
    }

    /// Writes a file that may be taken.
    func write(_ bytes: [UInt8], _ name: String) throws -> FileIdentity {
        let open = try FileDescriptor.folder(folder)
        try open.replace(FileName(name), with: bytes)
        return try #require(try open.entry(FileName(name))).identity
    }

    /// Lets a day pass for the marks of blobs.
    func passDay() async throws {
        try await database.write { connection throws(RepositoryFailure) in
            do throws(SQLFailure) {
                try connection.execute(
                    "UPDATE blob_marks SET seen = seen - 86400001, used = used - 86400001, condemned = condemned - 86400001"
                )
            } catch {
                throw RepositoryFailure.failed(code: 0, error.message)
            }
        }
    }
}

/// A clock that tests set.
final class TestTime: Sendable {
    private let state = Mutex(UTCMillis(1_000_000_000_000))

    var now: UTCMillis { state.withLock { $0 } }

    func pass(_ milliseconds: Int64) { state.withLock { $0 = $0 + milliseconds } }
}

/// Lends a node whose database is a file.
func withNode(
    _ store: any BlobStore, earlier: [any BlobStore] = [], limit: Int64 = 1 << 20, time: TestTime = TestTime(),
    _ body: (BlobNode) async throws -> Void
) async throws {
    try await withFolder { folder in
        let database = try SpoolDatabase(folder: folder)
        let node = try BlobNode(
            folder.appending("node"), store, database, earlier: earlier, limit: limit, time: time)
        do { try await body(node) } catch {
            await database.close()
            throw error
        }
        await database.close()
    }
}

/// Services that share a database.
final class BlobFleet {
    let folder: FolderPath
    let schema: TemporarySchema
    private var databases: [FleetDatabase] = []
    private var stores: [DatabaseBlobStore] = []

    init(_ folder: FolderPath) throws {
        self.folder = folder
        schema = try TemporarySchema()
    }

    func node(_ name: String) throws -> BlobNode {
        let database = try FleetDatabase(schema.settings, readers: 1)
        databases.append(database)
        let store = try DatabaseBlobStore(schema.settings, connections: 1)
        stores.append(store)
        return try BlobNode(folder.appending(name), store, database)
    }

    func close() async {
        for store in stores { await store.close() }
        for database in databases { await database.close() }
    }
}

func withFleet(_ body: (BlobFleet) async throws -> Void) async throws {
    try await withFolder { folder in
        await ServerShare.shared.take()
        do {
            let fleet = try BlobFleet(folder)
            do { try await body(fleet) } catch {
                await fleet.close()
                throw error
            }
            await fleet.close()
        } catch {
            await ServerShare.shared.give()
            throw error
        }
        await ServerShare.shared.give()
    }
}

/// A store in memory that fails when it is told to, and runs a hook before it serves a request.
actor MemoryBlobStore: BlobStore {
    enum Request: Equatable {
        case put, get, existing, delete, list
    }

    nonisolated let kind: BlobStoreKind
    private var blobs: [Digest: [UInt8]] = [:]
    private(set) var requests: [Request] = []
    private var failure: FileFailure?
    private var hook: (@Sendable (Request) async -> Void)?

    init(_ kind: BlobStoreKind = .s3) { self.kind = kind }

    var digests: Set<Digest> { Set(blobs.keys) }

    func fail(_ failure: FileFailure?) { self.failure = failure }
    func onRequest(_ hook: (@Sendable (Request) async -> Void)?) { self.hook = hook }
    func harm(_ digest: Digest) { blobs[digest]?[0] ^= 1 }

    private func begin(_ request: Request) async throws(FileFailure) {
        requests.append(request)
        await hook?(request)
        if let failure { throw failure }
    }

    func put(_ digest: Digest, _ bytes: [UInt8], replacing: Bool) async throws(FileFailure) -> Bool {
        try await begin(.put)
        if blobs[digest] != nil, !replacing { return false }
        blobs[digest] = bytes
        return true
    }

    func get(_ digest: Digest, limit: Int64) async throws(FileFailure) -> [UInt8] {
        try await begin(.get)
        guard let bytes = blobs[digest] else { throw .missing }
        guard bytes.count <= limit else { throw .tooLarge(bytes: Int64(bytes.count), limit: limit) }
        return bytes
    }

    func existing(among digests: [Digest]) async throws(FileFailure) -> Set<Digest> {
        try await begin(.existing)
        return Set(digests).intersection(blobs.keys)
    }

    func delete(_ digest: Digest) async throws(FileFailure) {
        try await begin(.delete)
        blobs[digest] = nil
    }

    func list(after digest: Digest?, limit: Int) async throws(FileFailure) -> [StoredBlob] {
        try await begin(.list)
        let order = blobs.keys.sorted().filter { blob in digest.map { $0 < blob } ?? true }
        return order.prefix(limit).map { StoredBlob($0, size: Int64(blobs[$0]?.count ?? 0), stored: 1) }
    }
}
