import Domain
import FoundationEssentials
import Glibc
import IntakeFeature
import IntakeSideEffect
import MVICore
import MVIRuntime
import MVISimulation
import Observation
import PlatformConcurrency
import PlatformDigest
import PlatformSystem
import Repositories
import TestFolders
import Testing

private let blocking = ThreadExecutor(name: "intake tests")

@MainActor
@Suite("Intake over the real database", .timeLimit(.minutes(5)))
struct RealStorageTests {
    @Test("everything that can't be a drop ends in failed with an error text, and nothing is left")
    func badInputs() async throws {
        let home = try TemporaryFolder()
        let inbox = try home.folder("inbox")
        let notUTF8 = FileName(bytes: [0xFF, 0xFE] + Array(".gif".utf8))
        try #require(mkfifo(cPath(FileName("pipe.png"), inbox), 0o644) == 0)
        try #require(symlink("/nowhere/at/all", cPath(FileName("away.png"), inbox)) == 0)
        _ = try home.folder("inbox/x.png")
        try put(Array("hello".utf8), FileName("text.png"), in: inbox)
        try put(Array("8BPS\u{0}".utf8), FileName("line\nbreak.gif"), in: inbox)
        try put(Array("8BPS\u{0}".utf8), notUTF8, in: inbox)
        try put([], FileName("empty.png"), in: inbox)

        let clock = ManualClock()
        let store = try makeStore(home, inbox, clock)
        store.send(.start)
        var settling = Observations { store.state.folders[0].settling.count }.makeAsyncIterator()
        while let count = await settling.next(), count < 7 {}
        await clock.sleepers()
        clock.advance(by: .seconds(1))
        var done = Observations { store.state.isFullyProcessed }.makeAsyncIterator()
        while await done.next() == false {}
        store.send(.stop)
        await store.shutDown()

        let files = LocalFileSystem(executor: blocking)
        let failed = try await files.list(inbox.appending("failed")).map(\.name)
        let names = ["pipe.png", "away.png", "x.png", "text.png", "line\nbreak.gif", "empty.png"].map { FileName($0) }
        let sources = names + [notUTF8]
        let sentences = sources.map { FileName(bytes: $0.bytes + Array(".error.txt".utf8)) }
        #expect(Set(failed) == Set(sources + sentences))
        #expect(try await files.list(inbox).map(\.name) == [FileName("failed")])
        #expect(try await SpoolDatabase(folder: home.path).repositories.drops.unfinishedDrops().isEmpty)
        #expect(try await DiskBlobRepository(folder: home.path, threads: blocking).all().isEmpty)
    }

    @Test("a drop read before a crash isn't read again, and is disposed of when its jobs have ended")
    func crash() async throws {
        let home = try TemporaryFolder()
        let inbox = try home.folder("inbox")
        try put(pngHead, FileName("a.png"), in: inbox)
        let job = try await acceptAndCrash(home, inbox)
        let blobs = try DiskBlobRepository(folder: home.path, threads: blocking)
        let left = try await blobs.store([1])
        #expect(try await Set(blobs.all()) == [left, sha256(pngHead)])

        let clock = ManualClock()
        let store = try makeStore(home, inbox, clock)
        store.listen { event in
            if case .accepted = event { Issue.record("accepted again") }
        }
        store.send(.start)
        var held = Observations { store.state.phase == .running ? store.state.drops.count : -1 }.makeAsyncIterator()
        while let count = await held.next(), count < 0 {}
        #expect(store.state.drops.keys.map { $0 } == [job.drop])
        #expect(try await blobs.all() == [sha256(pngHead)])
        let spool = try SpoolDatabase(folder: home.path)
        #expect(
            try await spool.repositories.jobs.move(job.id, to: .failed(.pictureLost), picture: nil, token: 0, at: 1))
        await spool.close()
        store.send(.ended(job.drop, .job(.pictureLost)))
        while let count = await held.next(), count > 0 {}
        #expect(names(in: inbox) == ["failed", "failed/a.png", "failed/a.png.error.txt"])
        #expect(try await blobs.all() == [])
        store.send(.stop)
        await store.shutDown()
    }

    /// Lets a picture settle and be read, then crashes.
    private func acceptAndCrash(_ home: TemporaryFolder, _ inbox: FolderPath) async throws -> Job {
        let clock = ManualClock()
        let store = try makeStore(home, inbox, clock)
        let events = AsyncStream<Intake.Event>.makeStream()
        store.listen { events.continuation.yield($0) }
        store.send(.start)
        var settling = Observations { store.state.folders[0].settling.count }.makeAsyncIterator()
        while await settling.next() == 0 {}
        await clock.sleepers()
        clock.advance(by: .seconds(1))
        var heard = events.stream.makeAsyncIterator()
        guard case .accepted(let jobs) = await heard.next() else {
            Issue.record("not accepted")
            throw FileFailure.missing
        }
        await store.shutDown()
        return try #require(jobs.first)
    }

    private func makeStore(
        _ home: TemporaryFolder, _ inbox: FolderPath, _ clock: ManualClock
    ) throws -> Store<Intake> {
        let source = WatchFolder(
            name: "inbox", path: inbox, outbox: home.path.appending("outbox"),
            rules: WatchRules(request: Request(source: .prompt(""))))
        let spool = try SpoolDatabase(folder: home.path).repositories
        let world = IntakeSideEffectImpl(
            sources: [source], state: home.path.appending("nowhere"), files: LocalFileSystem(executor: blocking),
            drops: spool.drops, contents: spool.contents,
            blobs: try DiskBlobRepository(folder: home.path, threads: blocking), clock: clock,
            parser: PlainParser(), day: { _ in LocalDay(year: 2026, month: 3, day: 9) },
            words: { _, name in "\(name) is not right." })
        var seed: UInt64 = 0
        let stamp: @MainActor () -> Stamp = {
            seed += 1
            return Stamp(now: clock.now.offset, utc: Inbox.utc, seed: seed)
        }
        return Store(.initial(folders: [source], remainingCapacity: 20), stamp: stamp, perform: Intake.performer(world))
    }
}
