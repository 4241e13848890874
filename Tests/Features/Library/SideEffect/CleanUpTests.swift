import Domain
import LibraryFeature
import LibrarySideEffect
import MVISimulation
import PlatformConcurrency
import Repositories
import TestFolders
import Testing

/// Clean-ups of a library in memory whose pictures are real files.
@Suite("Clean-ups")
struct CleanUpTests {
    private static let threads = ThreadExecutor(name: "clean-up tests")
    private static let day: Int64 = 24 * 60 * 60 * 1_000

    private let folder: TemporaryFolder
    private let blobs: DiskBlobRepository
    private let library: ModelLibrary
    private let spool: SpoolRepositories

    init() throws {
        folder = try TemporaryFolder()
        blobs = try DiskBlobRepository(folder: folder.path, threads: Self.threads)
        let store = ModelSpoolRepository()
        library = ModelLibrary(store)
        spool = SpoolRepositories(store, library)
    }

    private func effects(_ retention: Retention, at utc: UTCMillis) -> LibrarySideEffectImpl {
        LibrarySideEffectImpl(
            retention: retention, artworks: library, store: library, clock: ManualClock(),
            refusedFiles: RefusedFileActions(
                count: { CleanUpAmount(files: $0.count) }, remove: { CleanUpAmount(files: $0.count) }),
            removeFiles: { [blobs, contents = spool.contents] digests in
                try? await blobs.remove(digests, .unneeded) {
                    (try? await contents.neededPictures(among: $0)) ?? Set($0)
                }
            }
        ) { LibraryCalendar(now: utc, today: LocalDay(year: 1970, month: 1, day: 1)) { _ in 0 } }
    }

    /// An artwork, made at `made`, whose picture of 10 bytes is stored.
    private func add(_ number: UInt8, made: Int64 = 1, isFavourite: Bool = false) async throws -> Artwork {
        let digest = try await blobs.store([UInt8](repeating: number, count: 10))
        await blobs.release(digest)
        return try await add(UInt64(number), digest, made: made, folder: "inbox", isFavourite: isFavourite)
    }

    private func add(
        _ number: UInt64, _ digest: Digest, made: Int64, folder: String, isFavourite: Bool = false
    ) async throws -> Artwork {
        let artwork = Artwork(
            number: ArtworkNumber(0), job: JobID(high: 1, low: number), made: UTCMillis(made), source: .generated,
            name: "a", folder: folder, prompt: "a cat", making: ArtworkMaking(pictureSize: 10),
            picture: StoredPicture(digest: digest, format: .png), isFavourite: isFavourite)
        #expect(try await library.add([artwork]) == 1)
        return artwork
    }

    /// Does the task to its end. Returns what it removed.
    private func perform(_ task: CleanUpTask, _ effects: LibrarySideEffectImpl) async throws -> CleanUpAmount {
        var removed = CleanUpAmount()
        var progress: CleanUpProgress? = CleanUpProgress()
        while let current = progress {
            let step = try await effects.step(task, after: current).get()
            removed += step.removed
            progress = step.next
        }
        return removed
    }

    private func isStored(_ artwork: Artwork) async throws -> Bool {
        try await blobs.isWhole(artwork.picture.digest)
    }

    @Test("The preview tells what the clean-up then removes, files too; favourites stay")
    func pictures() async throws {
        var retention = Retention()
        retention.generated = RetentionBounds(bytes: 25)
        let effects = effects(retention, at: 100)
        let favourite = try await add(1, made: 1, isFavourite: true)
        let oldest = try await add(2, made: 2)
        let newest = try await add(3, made: 3)
        let preview = await effects.preview(retention.tasks)
        #expect(preview.failures.isEmpty && preview.total == CleanUpAmount(pictures: 1, bytes: 10))
        #expect(try await isStored(oldest))
        #expect(try await perform(.pictures(.generated), effects) == preview.removed[.pictures(.generated)])
        #expect(try await isStored(favourite))
        #expect(try await !isStored(oldest))
        #expect(try await isStored(newest))
    }

    @Test("A rule keeps the newest of its search, in whatever parts they are read")
    func expiry() async throws {
        var retention = Retention()
        retention.expiry = [ExpiryRule(query: try LibraryQuery(text: "folder:bots"), count: 3)]
        let effects = effects(retention, at: 1_000)
        let digest = try #require(Digest(bytes: [UInt8](repeating: 1, count: 32)))
        for number in 1...450 as ClosedRange<UInt64> {
            _ = try await add(
                number, digest, made: Int64(number), folder: number.isMultiple(of: 2) ? "bots" : "inbox")
        }
        let preview = await effects.preview([.expiry(0)])
        #expect(preview.total == CleanUpAmount(artworks: 222))
        #expect(try await perform(.expiry(0), effects) == CleanUpAmount(artworks: 222))
        let calendar = LibraryCalendar(now: 1, today: LocalDay(year: 1970, month: 1, day: 1)) { _ in 0 }
        let bots = try await library.page(try LibraryQuery(text: "folder:bots"), ArtworkRange(limit: 9), in: calendar)
        #expect(bots.artworks.map(\.made) == [450, 448, 446])
        let all = try await library.count(LibraryQuery(), upTo: 1_000, in: calendar)
        #expect(all.artworks == 228)
        #expect(try await perform(.expiry(0), effects).isZero)
    }

    @Test("What was in the trash for its days is erased with its picture, the rest stays")
    func trash() async throws {
        let effects = effects(Retention(), at: UTCMillis(31 * Self.day))
        let old = try await add(1)
        let recent = try await add(2)
        _ = try await library.change([old.job], .trash(UTCMillis(Self.day)))
        _ = try await library.change([recent.job], .trash(UTCMillis(Self.day + 1)))
        #expect(try await perform(.trash, effects) == CleanUpAmount(artworks: 1, pictures: 1, bytes: 10))
        #expect(try await library.artwork(of: old.job) == nil)
        #expect(try await !isStored(old))
        #expect(try await library.artwork(of: recent.job) != nil)
        #expect(try await isStored(recent))
    }

    @Test("The preview counts old jobs and pictures that were never delivered, and their files are removed")
    func jobs() async throws {
        let now = UTCMillis(1_000 * Self.day)
        let effects = effects(Retention(), at: now)
        let digest = try await blobs.store([UInt8](repeating: 7, count: 10))
        await blobs.release(digest)
        for number in 1...300 as ClosedRange<UInt64> { try await cancel(number, hasBought: number == 5 ? digest : nil) }
        let preview = await effects.preview([.jobs])
        #expect(preview.total == CleanUpAmount(jobs: 300, pictures: 1))
        #expect(try await blobs.isWhole(digest))
        #expect(try await perform(.jobs, effects) == preview.total)
        #expect(try await !blobs.isWhole(digest))
        #expect(try await perform(.jobs, effects).isZero)
    }

    /// A job that was cancelled on the first day, whose drop is gone.
    private func cancel(_ number: UInt64, hasBought picture: Digest?) async throws {
        let identity = FileIdentity(name: FileName("a.txt"), inode: number, size: 1, modified: 1)
        let drop = Drop(id: DropID(high: 1, low: number), folder: "inbox", identity: identity)
        _ = try await spool.drops.claim([drop], at: 1)
        let job = Job(
            id: JobID(high: 1, low: number), drop: drop.id, line: 0, folder: "inbox", name: identity.name,
            outbox: FolderPath("/out"), request: Request(source: .prompt("a cat")), created: 1)
        _ = try await spool.drops.accept(drop.id, content: nil, jobs: [job], at: 1)
        if let picture {
            let call = Call(
                id: CallID(high: 1, low: number), job: job.id, backend: "sketch", purchase: picture,
                idempotencyKey: "k", seed: 1, phase: .fetched,
                picture: StoredPicture(digest: picture, format: .png))
            #expect(try await spool.calls.adopt(call, token: 0, at: 1))
        }
        #expect(try await spool.jobs.move(job.id, to: .cancelled, picture: nil, token: 0, at: 2))
        try await spool.drops.advance(drop.id, to: .gone, failure: nil, at: 3)
    }
}
