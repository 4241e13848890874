import Domain
import FoundationEssentials
import Glibc
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Folder settings files", .timeLimit(.minutes(5)))
struct FolderFileTests {
    private func put(_ text: String, _ way: String, _ inbox: Inbox) throws {
        let file = FileName(way)
        if let parent = file.parent { _ = try inbox.home.folder("inbox/" + parent.shown) }
        try IntakeSideEffectTests.put(Array(text.utf8), file, in: inbox.path)
    }

    private func tags(_ name: String, _ bytes: [UInt8], _ inbox: Inbox) async throws -> [String]? {
        let file = FileName(name)
        if let parent = file.parent { _ = try inbox.home.folder("inbox/" + parent.shown) }
        guard case .accepted(let jobs, _) = await inbox.read(try await inbox.drop(bytes, file)) else { return nil }
        return jobs.first?.request?.tags
    }

    @Test("settings files from the folder down to the drop override each other, the nearest last")
    func layers() async throws {
        let inbox = try Inbox(hasFolderTags: false)
        try put("top", ".textify.toml", inbox)
        try put("deep", "a/b/.textify.toml", inbox)
        #expect(try await tags("x.png", pngHead, inbox) == ["inbox", "top"])
        #expect(try await tags("a/x.txt", Array("a fox".utf8), inbox) == ["inbox", "top"])
        #expect(try await tags("a/b/x.png", pngHead, inbox) == ["inbox", "top", "deep"])
        #expect(try await tags("a/b/c/lines.txt", Array("a fox".utf8), inbox) == ["inbox", "top", "deep"])
        let listing = try await inbox.world.list("inbox", most: 9).get()
        #expect(listing.entries.map(\.name.shown).allSatisfy { !$0.contains(".textify") } && listing.fault == nil)
    }

    @Test("while the folder's own file is invalid nothing is listed, and claimed drops wait")
    func wrong() async throws {
        let inbox = try Inbox()
        let drop = try await inbox.drop(pngHead, FileName("x.png"))
        try put("bad", ".textify.toml", inbox)
        let fault = FolderConfigFailure(FolderConfigFile.name, .mistake(.empty))
        let listing = try await inbox.world.list("inbox", most: 9).get()
        #expect(listing.fault == fault && listing.entries.isEmpty)
        #expect(await inbox.read(drop) == .away)
        #expect(await inbox.stored(drop)?.phase == .claimed)
        try put("good", ".textify.toml", inbox)
        guard case .accepted = await inbox.read(drop) else {
            Issue.record("not accepted")
            return
        }
    }

    @Test("an invalid file in a subfolder holds back only what is in or below it")
    func below() async throws {
        let inbox = try Inbox()
        try IntakeSideEffectTests.put(pngHead, FileName("x.png"), in: inbox.path)
        try put("bad", "a/.textify.toml", inbox)
        try put("a fox", "a/b/y.txt", inbox)
        let listing = try await inbox.world.list("inbox", most: 9).get()
        let file = FileName("a/.textify.toml")
        #expect(listing.unread == [FileName("a"): .misconfigured(FolderConfigFailure(file, .mistake(.empty)))])
        #expect(listing.entries.map(\.name) == [FileName("x.png")])
    }

    @Test("a settings file that is irregular or far too large is invalid too")
    func noFile() async throws {
        let inbox = try Inbox()
        _ = try inbox.home.folder("inbox/.textify.toml")
        let name = FolderConfigFile.name
        #expect(
            try await inbox.world.list("inbox", most: 9).get().fault
                == FolderConfigFailure(name, .unreadable(.notRegular)))
        try FileManager.default.removeItem(atPath: inbox.path.shown + "/.textify.toml")
        try put(String(repeating: "#", count: FolderConfigFile.most + 1), ".textify.toml", inbox)
        guard case .unreadable(.tooLarge) = try await inbox.world.list("inbox", most: 9).get().fault?.reason else {
            Issue.record("taken")
            return
        }
    }
}
