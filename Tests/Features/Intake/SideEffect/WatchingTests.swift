import Domain
import FoundationEssentials
import Glibc
import IntakeFeature
import IntakeSideEffect
import MVICore
import MVIEffects
import MVIRuntime
import MVISimulation
import Observation
import Synchronization
import TestFolders
import Testing

@Suite("Watching a folder", .timeLimit(.minutes(5)))
struct WatchingTests {
    @Test("the space to keep free is the configured one, otherwise 1 GiB or 2 %", arguments: [nil, 0, 7] as [Int64?])
    func reserve(freeBytes: Int64?) async throws {
        let inbox = try Inbox(limits: IntakeLimits(freeBytes: freeBytes), measured: true)
        let space = try #require(try await inbox.world.list("inbox", most: 4096).get().space)
        #expect(space.reserve == freeBytes ?? max(1 << 30, space.total / 50))
        #expect(space.isLow == (space.free < space.reserve))
    }

    @Test("a listing has the entries and the space left for work")
    func list() async throws {
        for measured in [true, false] {
            let inbox = try Inbox(measured: measured)
            try put(pngHead, FileName("a.png"), in: inbox.path)
            let listing = try await inbox.world.list("inbox", most: 4096).get()
            #expect(listing.entries.map(\.name) == [FileName("a.png")])
            #expect((listing.space.map { $0.total > 0 } ?? false) == measured)
        }
    }

    @Test("a network file system isn't watched, and the listing reports it")
    func remote() async throws {
        let inbox = try Inbox(isRemote: true)
        let heard = Mutex<[FolderChange]>([])
        await inbox.world.watch("inbox") { change, _ in
            heard.withLock { $0.append(change) }
            return true
        }
        #expect(heard.withLock { $0 } == [.unavailable(code: 0)])
        #expect(try await inbox.world.list("inbox", most: 4096).get().isRemote)
    }

    @Test("a closed picture without writers has arrived; a text hasn't")
    func closed() async throws {
        let inbox = try Inbox()
        let open = Glibc.open(inbox.path.shown + "/open.png", O_WRONLY | O_CREAT, 0o644)
        defer { close(open) }
        let heard = Mutex<[FolderChange]>([])
        await inbox.world.watch("inbox") { change, _ in
            if change == .watching {
                #expect(throws: Never.self) {
                    // One of two writers is done.
                    try put(pngHead, FileName("open.png"), in: inbox.path)
                    try put(Array("a fox".utf8), FileName("a.txt"), in: inbox.path)
                    try put(pngHead, FileName("a.png"), in: inbox.path)
                }
            }
            heard.withLock { $0.append(change) }
            return change != .arrived(FileName("a.png"))
        }
        let changes = heard.withLock { $0 }
        #expect(changes.allSatisfy { [.watching, .changed, .arrived(FileName("a.png"))].contains($0) }, "\(changes)")
        #expect(changes.last == .arrived(FileName("a.png")))
    }

    @Test("a missing folder is reported", arguments: ["inbox", "elsewhere"])
    func missing(name: String) async throws {
        let inbox = try Inbox()
        try FileManager.default.removeItem(atPath: inbox.path.shown)
        #expect(await inbox.world.list(name, most: 4096) == .failure(.missing))
    }

    @Test("waiting ends with the clock, or with the task")
    func waits() async throws {
        let inbox = try Inbox()
        async let woken = inbox.world.wait(.seconds(5))
        await inbox.clock.sleepers()
        inbox.clock.advance(by: .seconds(5))
        #expect(await woken)
        let cut = Task { await inbox.world.wait(.seconds(5)) }
        await inbox.clock.sleepers()
        cut.cancel()
        #expect(await cut.value == false)
    }

    @Test("unfinished drops are reported, with the jobs of those already read")
    func recover() async throws {
        let inbox = try Inbox()
        let claimed = try await inbox.drop("a fox", "a.txt")
        let read = try await inbox.drop("a hen", "b.txt")
        _ = await inbox.read(read)
        let left = try await inbox.world.recover().get()
        #expect(left.map(\.drop.id) == [claimed.id, read.id])
        #expect(left.map(\.drop.phase) == [.claimed, .read])
        #expect(left.map(\.tally) == [nil, DropProgress.open])
    }

    @MainActor
    @Test("a file moved in is claimed, read and, when its jobs have ended, archived")
    func wholeLoop() async throws {
        let inbox = try Inbox()
        let folder = WatchFolder(
            name: "inbox", path: inbox.path, outbox: FolderPath("/srv/outbox"))
        let clock = inbox.clock
        var seed: UInt64 = 0
        let stamp: @MainActor () -> Stamp = {
            seed += 1
            return Stamp(now: clock.now.offset, utc: Inbox.utc, seed: seed)
        }
        let store = Store<Intake>(
            .initial(folders: [folder], remainingCapacity: 5), stamp: stamp, perform: Intake.performer(inbox.world))
        let events = AsyncStream<Intake.Event>.makeStream()
        store.listen { events.continuation.yield($0) }
        try put(Array("a fox".utf8), FileName("fox.txt"), in: inbox.home.path)
        try put(pngHead, FileName("settles.png"), in: inbox.path)
        store.send(.start)
        var heard = events.stream.makeAsyncIterator()
        var departed = inbox.spool.departures.makeAsyncIterator()

        // The picture existed before, so it must be unchanged for a second.
        var settling = Observations { store.state.folders[0].settling.count }.makeAsyncIterator()
        while await settling.next() == 0 {}
        await clock.sleepers()
        clock.advance(by: .seconds(1))
        let picture = try #require(await Self.jobs(heard.next()).first)
        #expect(picture.name == FileName("settles.png"))

        // The prompt arrives by a move from outside: the clock doesn't advance.
        try await inbox.files.move(FileName("fox.txt"), from: inbox.home.path, to: FileName("fox.txt"), in: inbox.path)
        let prompt = try #require(await Self.jobs(heard.next()).first)
        #expect(prompt.request?.source == .prompt("a fox"))

        for job in [picture, prompt] {
            store.send(.ended(job.drop, nil))
            #expect(await departed.next() == job.drop)
        }
        #expect(names(in: inbox.path.appending("done/2026/03")) == ["fox.txt", "settles.png"])
        store.send(.stop)
        await store.shutDown()
    }

    private static func jobs(_ event: Intake.Event?) -> [Job] {
        if case .accepted(let jobs) = event { return jobs }
        Issue.record("not accepted: \(String(describing: event))")
        return []
    }
}
