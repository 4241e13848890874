import Domain
import FoundationEssentials
import Glibc
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Source disposal", .timeLimit(.minutes(5)))
struct DisposalTests {
    @Test("a processed source is archived by month without replacing anything")
    func archive() async throws {
        let inbox = try Inbox()
        for words in ["one", "two", "three"] {
            let drop = try await inbox.drop(words, "fox.txt")
            #expect(await inbox.dispose(drop) == .gone)
            #expect(await inbox.stored(drop)?.phase == .gone)
        }
        let done = inbox.path.appending("done/2026/03")
        #expect(text("fox.txt", in: done) == "one")
        #expect(text("fox (2).txt", in: done) == "two")
        #expect(text("fox (3).txt", in: done) == "three")
        #expect(names(in: done).count == 3)
    }

    @Test(
        "a name too long for a companion file is archived like any other",
        arguments: [".png", ".txt"])
    func long(ending: String) async throws {
        let inbox = try Inbox()
        let name = String(repeating: "a", count: 255 - ending.count) + ending
        let drop = try await inbox.drop(ending == ".png" ? pngHead : Array("a fox".utf8), FileName(name))
        #expect(await inbox.dispose(drop) == .gone)
        let kept = names(in: inbox.path.appending("done/2026/03"))
        #expect(kept.count == 1 && kept[0].hasPrefix("aaaa") && kept[0].hasSuffix(ending), "perhaps shortened")
        #expect(try await inbox.files.entry(FileName(name), in: inbox.path) == nil)
    }

    @Test("names with any bytes are archived unchanged")
    func bytes() async throws {
        let inbox = try Inbox()
        let strange = [FileName(bytes: [0xFF, 0xFE, 46, 112, 110, 103]), FileName("a\nb.png")]
        for name in strange {
            let drop = try await inbox.drop(pngHead, name)
            guard case .accepted = await inbox.read(drop) else {
                Issue.record("not accepted: \(name)")
                continue
            }
            #expect(await inbox.dispose(drop) == .gone)
        }
        let kept = try await inbox.files.list(inbox.path.appending("done/2026/03"))
        #expect(Set(kept.map(\.name)) == Set(strange))
    }

    @Test("a withdrawn drop leaves the file in place, even if it is the same again", arguments: [false, true])
    func withdrawn(isObserved: Bool) async throws {
        let inbox = try Inbox(isObserved: isObserved)
        let drop = try await inbox.drop("a fox", "fox.txt")
        try put([], FileName("fox.txt.done"), in: inbox.path)
        #expect(await inbox.dispose(drop, .withdrawn) == .gone)
        #expect(await inbox.stored(drop)?.phase == .gone)
        #expect(names(in: inbox.path) == ["fox.txt", "fox.txt.done"])
        #expect(text("fox.txt", in: inbox.path) == "a fox")
    }

    @Test("a touched or restored source is still the drop's; another file of its size isn't")
    func touched() async throws {
        let inbox = try Inbox()
        let taken = try await inbox.drop("a fox", "fox.txt")
        guard case .accepted(_, let content) = await inbox.read(taken) else { return #expect(Bool(false)) }
        var drop = taken
        drop.content = content
        // The same bytes with another inode and time.
        try put(Array("a fox".utf8), FileName("new"), in: inbox.home.path)
        #expect(rename(inbox.home.path.appending("new").shown, inbox.path.appending("fox.txt").shown) == 0)
        #expect(await inbox.dispose(drop) == .gone)
        #expect(names(in: inbox.path.appending("done/2026/03")) == ["fox.txt"])

        try put(Array("a cow".utf8), FileName("fox.txt"), in: inbox.path)
        #expect(try await inbox.dispose(drop, settled: inbox.identity("fox.txt")) == .gone)
        #expect(text("fox.txt", in: inbox.path) == "a cow")
    }

    @Test("a file being written is waited for: it may become the same again, or another")
    func changing() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("a fox", "fox.txt")
        let place = inbox.path.appending("fox.txt").shown
        var before = stat()
        #expect(stat(place, &before) == 0)
        let open = try #require(fopen(place, "r+"))
        #expect(ftruncate(fileno(open), 2) == 0)
        let half = try await inbox.identity("fox.txt")
        #expect(await inbox.dispose(drop) == .changing(half))
        #expect(await inbox.dispose(drop, settled: drop.identity) == .changing(half))
        #expect(names(in: inbox.path) == ["fox.txt"])
        var other = drop
        other.identity = half

        #expect(pwrite(fileno(open), "a fox", 5, 0) == 5)
        var times = [before.st_atim, before.st_mtim]
        #expect(futimens(fileno(open), &times) == 0)
        fclose(open)
        #expect(await inbox.dispose(other) == .changing(drop.identity))
        #expect(await inbox.dispose(other, settled: drop.identity) == .gone, "it stopped changing: another file")
        #expect(names(in: inbox.path) == ["fox.txt"])
        #expect(await inbox.dispose(drop) == .gone)
        #expect(names(in: inbox.path.appending("done/2026/03")) == ["fox.txt"])
    }

    @Test("a processed source can be deleted")
    func delete() async throws {
        let inbox = try Inbox(after: .delete)
        let drop = try await inbox.drop("a fox", "fox.txt")
        #expect(await inbox.dispose(drop) == .gone)
        #expect(names(in: inbox.path).isEmpty)
    }

    @Test(
        "a NAME.done is removed with its file and doesn't apply to another", arguments: [nil, DropFailure.empty])
    func done(failure: DropFailure?) async throws {
        let inbox = try Inbox()
        try put([], FileName("fox.txt.done"), in: inbox.path)
        try put([], FileName("owl.txt.done"), in: inbox.path)
        #expect(await inbox.dispose(try await inbox.drop("a fox", "fox.txt"), failure) == .gone)
        #expect(try await inbox.files.entry(FileName("fox.txt.done"), in: inbox.path) == nil)
        #expect(try await inbox.files.entry(FileName("owl.txt.done"), in: inbox.path) != nil)
    }

    @Test("a failed source is kept with its error text, even if sources are to be deleted")
    func failure() async throws {
        let inbox = try Inbox(after: .delete)
        for _ in 1...2 {
            let drop = try await inbox.drop("x", "fox.png")
            #expect(await inbox.dispose(drop, .empty) == .gone)
            #expect(await inbox.stored(drop)?.failure == .empty)
        }
        let failed = inbox.path.appending("failed")
        #expect(
            names(in: failed) == ["fox (2).png", "fox (2).png.error.txt", "fox.png", "fox.png.error.txt"])
        #expect(text("fox.png.error.txt", in: failed) == "fox.png is not right.\n")
    }

    @Test("processed and failed sources can be kept elsewhere")
    func elsewhere() async throws {
        let inbox = try Inbox(failed: "kept/bad", archive: "kept/good")
        let (good, bad) = (try await inbox.drop("one", "fox.txt"), try await inbox.drop("two", "owl.txt"))
        #expect(await inbox.dispose(good) == .gone)
        #expect(await inbox.dispose(bad, .empty) == .gone)
        #expect(names(in: inbox.path).isEmpty)
        let kept = inbox.home.path.appending("kept")
        #expect(
            names(in: kept) == [
                "bad", "bad/owl.txt", "bad/owl.txt.error.txt", "good", "good/2026", "good/2026/03",
                "good/2026/03/fox.txt",
            ])
    }

    @Test("disposal recovers from a crash between the error text and the move")
    func again() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("x", "fox.png")
        let failed = try inbox.home.folder("inbox/failed")
        try put(Array("half a sen".utf8), FileName("fox.png.error.txt"), in: failed)
        #expect(await inbox.dispose(drop, .empty) == .gone)
        #expect(names(in: failed) == ["fox.png", "fox.png.error.txt"])
        #expect(text("fox.png.error.txt", in: failed) == "fox.png is not right.\n")
        // A crash after the move changes nothing.
        #expect(await inbox.dispose(drop, .empty) == .gone)
        #expect(names(in: failed) == ["fox.png", "fox.png.error.txt"])
    }

    @Test("a folder with a picture's name is moved away completely")
    func folder() async throws {
        let inbox = try Inbox()
        let inner = try inbox.home.folder("inbox/x.png")
        try put([1], FileName("inside"), in: inner)
        let drop = try await inbox.claim(FileName("x.png"))
        #expect(await inbox.dispose(drop, .folder) == .gone)
        #expect(names(in: inbox.path.appending("failed")) == ["x.png", "x.png.error.txt", "x.png/inside"])
    }

    @Test("a replaced file is a new drop and left in place")
    func replaced() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("old", "fox.txt")
        try put(Array("newer".utf8), FileName("fox.txt"), in: inbox.path)
        #expect(try await inbox.dispose(drop, .empty, settled: inbox.identity("fox.txt")) == .gone)
        #expect(names(in: inbox.path) == ["fox.txt"])
    }

    @Test("a source removed by its owner is no failure", arguments: [nil, DropFailure.empty])
    func vanished(failure: DropFailure?) async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop("old", "fox.txt")
        try await inbox.files.remove(FileName("fox.txt"), in: inbox.path)
        #expect(await inbox.dispose(drop, failure) == .gone)
        #expect(names(in: inbox.path).isEmpty)
    }

    @Test(
        "a drop without a file needs no disposal, even if its folder is gone or no longer configured",
        arguments: ["inbox", "no"])
    func noSource(folder: String) async throws {
        let inbox = try Inbox()
        try await inbox.files.makeFolder(inbox.path)
        let identity = FileIdentity(name: FileName("x"), inode: 0, size: 0, modified: 1)
        let drop = Drop(id: DropID(utc: 1, seed: 1), folder: folder, identity: identity)
        _ = try await inbox.world.claim([drop], at: Inbox.utc).get()
        try await inbox.files.move(
            FileName("inbox"), from: inbox.home.path, to: FileName("away"), in: inbox.home.path)
        #expect(await inbox.dispose(drop) == .gone)
        #expect(await inbox.stored(drop)?.phase == .gone)
    }

    @Test("a source that can't be moved is stuck, and its drop remains ended")
    func stuck() async throws {
        let inbox = try Inbox()
        try put([1], FileName("failed"), in: inbox.path)
        let drop = try await inbox.drop("x", "fox.png")
        guard case .stuck = await inbox.dispose(drop, .empty) else {
            Issue.record("not stuck")
            return
        }
        #expect(await inbox.stored(drop)?.phase == .ended)
        #expect(text("fox.png", in: inbox.path) == "x")
        let stranger = Drop(id: drop.id, folder: "elsewhere", identity: drop.identity)
        #expect(await inbox.dispose(stranger) == .stuck(.missing))
    }

    @Test("a name too long for its number or error text loses the end of its stem")
    func longName() async throws {
        let inbox = try Inbox()
        let name = String(repeating: "여", count: 80) + ".png"
        let drop = try await inbox.drop("x", name)
        #expect(await inbox.dispose(drop, .empty) == .gone)
        let short = String(repeating: "여", count: 65) + ".png"
        #expect(names(in: inbox.path.appending("failed")) == [short, short + ".error.txt"])
    }
}
