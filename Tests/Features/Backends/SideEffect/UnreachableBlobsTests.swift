import Domain
import PlatformConcurrency
import Repositories
import TestFolders
import Testing

@Suite("Purchases without a place for the picture")
struct UnreachableBlobsTests {
    private static let failure = FileFailure.sharedStore(.unreachable("no route"))

    @Test("Nothing is bought while the storage of pictures can't be reached") func waits() async throws {
        let folder = try TemporaryFolder()
        let database = try SpoolDatabase(folder: folder.path)
        let files = try DiskBlobRepository(folder: folder.path, threads: ThreadExecutor(name: "blobs"))
        try await BackendsFixture.lend { lent async throws in
            var fixture = lent
            fixture.blobs = SharedBlobRepository(
                copies: FetchedBlobs(files, limit: 1) { 1 }, store: UnreachableStore(failure: Self.failure),
                earlier: [],
                database: database, utc: { 1 })
            let backend = fixture.backend(.init(submissions: [.success(BackendsFixture.finished)]))
            #expect(await fixture.generate(backend) == .failure(.delivery(Self.failure)))
            #expect(backend.asked == [])
            #expect(try await fixture.spool.calls.lastCall(of: fixture.job.id) == nil)
            #expect(await lent.generate(backend) == .success(BackendsFixture.picture))
        }
        await database.close()
    }
}

private struct UnreachableStore: BlobStore {
    let kind = BlobStoreKind.s3
    let failure: FileFailure

    func put(_ digest: Digest, _ bytes: [UInt8], replacing: Bool) throws(FileFailure) -> Bool { throw failure }
    func get(_ digest: Digest, limit: Int64) throws(FileFailure) -> [UInt8] { throw failure }
    func existing(among digests: [Digest]) throws(FileFailure) -> Set<Digest> { throw failure }
    func delete(_ digest: Digest) throws(FileFailure) { throw failure }
    func list(after digest: Digest?, limit: Int) throws(FileFailure) -> [StoredBlob] { throw failure }
}
