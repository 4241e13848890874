import Domain
import Glibc
import IntakeFeature
import Testing

@testable import IntakeSideEffect

/// Listings that ask again only about a part of the files that nothing was told of.
@Suite("Files at rest")
struct RestingTests {
    private static let turns = 8
    private let inbox: Inbox

    init() throws {
        inbox = try Inbox(isObserved: true)
    }

    private func listed(every: Int = turns) async throws -> [String] {
        try await inbox.world.list("inbox", most: 4096, every: every).get().entries.map(\.name.shown).sorted()
    }

    /// Puts files there, below the folder too, that have been worked off, and lists them.
    private func laid(_ count: Int) async throws -> [FileName] {
        _ = try inbox.home.folder("inbox/deep")
        let names = (0..<count).map { FileName($0 % 2 == 0 ? "\($0).png" : "deep/\($0).png") }
        for name in names {
            let drop = try await inbox.drop(pngHead + Array(name.bytes), name)
            _ = await inbox.read(drop)
            #expect(await inbox.dispose(drop) == .gone)
        }
        #expect(try await listed(every: 1) == [])
        return names
    }

    @Test("of files that are rewritten in place some are seen at each listing, and all after as many as are asked for")
    func rewritten() async throws {
        let names = try await laid(32)
        for name in names { try put([1], name, in: inbox.path) }
        var seen: [Int] = []
        for _ in 0..<Self.turns { seen.append(try await listed().count) }
        #expect(seen[0] < 32 && seen == seen.sorted() && seen[Self.turns - 1] == 32)
    }

    @Test("what is not known is seen at once: a new file, another one under a known name, and a known one under a new")
    func new() async throws {
        let names = try await laid(8)
        try put(pngHead, FileName("new.png"), in: inbox.path)
        try put(pngHead, FileName("other"), in: inbox.path)
        for _ in 0..<Self.turns { #expect(try await listed() == ["new.png", "other"]) }
        #expect(rename(cPath(FileName("other"), inbox.path), cPath(names[0], inbox.path)) == 0)
        #expect(rename(cPath(names[1], inbox.path), cPath(FileName("moved.png"), inbox.path)) == 0)
        #expect(try await listed() == ["0.png", "moved.png", "new.png"])
    }

    @Test("a whole listing sees all")
    func whole() async throws {
        let names = try await laid(16)
        for name in names { try put([1], name, in: inbox.path) }
        #expect(try await listed(every: 1).count == 16)
    }

    @Test("what lies beside a file that was passed by is passed by too, looked at or not")
    func companions() async throws {
        _ = try await laid(2)
        for name in ["0.png.toml", "deep/1.png.toml", "2.png.toml"] { try put([1], FileName(name), in: inbox.path) }
        for _ in 0..<Self.turns { #expect(try await listed() == ["2.png.toml"]) }
    }

    @Test("one that is gone is forgotten: under its name any file is new")
    func gone() async throws {
        let names = try await laid(2)
        let aside = inbox.home.path
        #expect(rename(cPath(names[0], inbox.path), cPath(FileName("aside"), aside)) == 0)
        #expect(try await listed() == [])
        try put([1], FileName("aside"), in: aside)
        #expect(rename(cPath(FileName("aside"), aside), cPath(names[0], inbox.path)) == 0)
        #expect(try await listed() == ["0.png"])
    }

    @Test("files that were there before stay old, looked at or not")
    func ignored() async throws {
        let late = try Inbox(ignoresExisting: true, since: Int64.max)
        for number in 0..<16 { try put(pngHead, FileName("\(number).png"), in: late.path) }
        for every in [1, Self.turns, Self.turns] {
            #expect(try await late.world.list("inbox", most: 4096, every: every).get().entries == [])
        }
    }

    @Test("when the folder is taken for new at another time, what was old by the first need not be old by it")
    func anotherTime() async {
        let resting = RestingFiles()
        let file = RestingFiles.File(name: FileName("a.png"), inode: 1, isDone: false)
        await resting.keep([nil: [file]], in: "inbox", ignoredBefore: 5)
        for (time, most) in [(5 as Int64?, 7), (6, 0), (nil, 0)] {
            var passed = 0
            for _ in 0..<Self.turns {
                let share = await resting.share(in: "inbox", every: Self.turns, ignoredBefore: time)
                var part = share.part(of: nil)
                if part.file(FileGlimpse(name: file.name, inode: 1)) == file { passed += 1 }
            }
            #expect(passed == most)
        }
    }
}
