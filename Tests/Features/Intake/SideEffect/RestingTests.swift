import Domain
import Glibc
import IntakeFeature
import TestFolders
import Testing

@testable import IntakeSideEffect

/// Listings that recheck only part of the unchanged files.
@Suite("Unchanged files")
struct RestingTests {
    private static let turns = 8
    private let inbox: Inbox

    init() throws {
        inbox = try Inbox(isObserved: true)
    }

    private func listed(every: Int = turns) async throws -> [String] {
        try await inbox.world.list("inbox", most: 4096, every: every).get().entries.map(\.name.shown).sorted()
    }

    /// Creates processed files, also in subfolders, and lists them.
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

    @Test("of files rewritten in place some are seen by each listing, and all within the given number")
    func rewritten() async throws {
        let names = try await laid(32)
        for name in names { try put([1], name, in: inbox.path) }
        var seen: [Int] = []
        for _ in 0..<Self.turns { seen.append(try await listed().count) }
        #expect(seen[0] < 32 && seen == seen.sorted() && seen[Self.turns - 1] == 32)
    }

    @Test("unknown files are seen at once: new ones, replaced ones, and renamed ones")
    func new() async throws {
        let names = try await laid(8)
        try put(pngHead, FileName("new.png"), in: inbox.path)
        try put(pngHead, FileName("other"), in: inbox.path)
        for _ in 0..<Self.turns { #expect(try await listed() == ["new.png", "other"]) }
        #expect(rename(cPath(FileName("other"), inbox.path), cPath(names[0], inbox.path)) == 0)
        #expect(rename(cPath(names[1], inbox.path), cPath(FileName("moved.png"), inbox.path)) == 0)
        #expect(try await listed() == ["0.png", "moved.png", "new.png"])
    }

    @Test("a full listing sees everything")
    func whole() async throws {
        let names = try await laid(16)
        for name in names { try put([1], name, in: inbox.path) }
        #expect(try await listed(every: 1).count == 16)
    }

    @Test("the sidecar of a skipped file is skipped too, checked or not")
    func companions() async throws {
        _ = try await laid(2)
        for name in ["0.png.toml", "deep/1.png.toml", "2.png.toml"] { try put([1], FileName(name), in: inbox.path) }
        for _ in 0..<Self.turns { #expect(try await listed() == ["2.png.toml"]) }
    }

    @Test("a removed file is forgotten: any file with its name is new")
    func gone() async throws {
        let names = try await laid(2)
        let aside = inbox.home.path
        #expect(rename(cPath(names[0], inbox.path), cPath(FileName("aside"), aside)) == 0)
        #expect(try await listed() == [])
        try put([1], FileName("aside"), in: aside)
        #expect(rename(cPath(FileName("aside"), aside), cPath(names[0], inbox.path)) == 0)
        #expect(try await listed() == ["0.png"])
    }

    @Test("pre-existing files stay pre-existing, checked or not")
    func ignored() async throws {
        let late = try Inbox(ignoresExisting: true, since: UTCMillis(.max))
        for number in 0..<16 { try put(pngHead, FileName("\(number).png"), in: late.path) }
        for every in [1, Self.turns, Self.turns] {
            #expect(try await late.world.list("inbox", most: 4096, every: every).get().entries == [])
        }
    }

    @Test("with another start time of the folder, files may no longer be pre-existing")
    func anotherTime() async {
        let resting = UnchangedFiles()
        let file = UnchangedFiles.File(name: FileName("a.png"), inode: 1, isDone: false)
        await resting.keep([nil: [file]], in: "inbox", ignoredBefore: 5)
        for (time, most) in [(5 as UTCMillis?, 7), (6, 0), (nil, 0)] {
            var passed = 0
            for _ in 0..<Self.turns {
                let share = await resting.share(in: "inbox", every: Self.turns, ignoredBefore: time)
                var part = share.part(of: nil)
                if part.file(DirectoryEntry(name: file.name, inode: 1)) == file { passed += 1 }
            }
            #expect(passed == most)
        }
    }
}
