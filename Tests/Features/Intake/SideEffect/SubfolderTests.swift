import Domain
import FoundationEssentials
import Glibc
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Sub-folders")
struct SubfolderTests {
    private func put(_ names: String..., into inbox: Inbox) throws {
        for name in names {
            let file = FileName(name)
            if let parent = file.parent { _ = try inbox.home.folder("inbox/" + parent.shown) }
            try IntakeSideEffectTests.put(pngHead, file, in: inbox.path)
        }
    }

    private func listed(_ inbox: Inbox) async throws -> (names: [String], folders: [String]) {
        let listing = try await inbox.world.list("inbox", most: 4096).get()
        return (listing.entries.map(\.name.shown).sorted(), listing.subfolders.map(\.shown).sorted())
    }

    @Test("files are listed with their paths; hidden folders, links and folders with a picture's name are skipped")
    func walk() async throws {
        let inbox = try Inbox()
        try put("x.png", "a/x.png", "a/b/y.png", "b.png/z.png", into: inbox)
        try put(".hidden/z.png", "a/.git/z.png", "@eaDir/z.png", into: inbox)
        let elsewhere = try inbox.home.folder("elsewhere")
        try IntakeSideEffectTests.put(pngHead, FileName("z.png"), in: elsewhere)
        try FileManager.default.createSymbolicLink(
            atPath: inbox.path.shown + "/link", withDestinationPath: elsewhere.shown)
        let (names, folders) = try await listed(inbox)
        #expect(names == ["a/b/y.png", "a/x.png", "b.png", "link", "x.png"])
        #expect(folders == ["a", "a/b"])
    }

    @Test("subfolders are ignored if configured")
    func flat() async throws {
        let inbox = try Inbox(isRecursive: false)
        try put("x.png", "a/y.png", into: inbox)
        let (names, folders) = try await listed(inbox)
        #expect(names == ["x.png"] && folders == [])
    }

    @Test("the service's own folders aren't listed, whatever their names")
    func own() async throws {
        let inbox = try Inbox(failed: "inbox/a/bad", archive: "kept")
        try put("a/x.png", "a/bad/y.png", into: inbox)
        _ = try inbox.home.folder("kept")
        // The archive under another name, recognisable only by device and inode.
        #expect(rename(inbox.home.path.shown + "/kept", inbox.path.shown + "/kept") == 0)
        try FileManager.default.createSymbolicLink(
            atPath: inbox.home.path.shown + "/kept", withDestinationPath: inbox.path.shown + "/kept")
        try put("kept/z.png", into: inbox)
        let (names, folders) = try await listed(inbox)
        #expect(names == ["a/x.png"])
        #expect(folders == ["a"])
    }

    @Test("an unreadable subfolder is reported, and the others are listed")
    func unreadable() async throws {
        guard geteuid() != 0 else { return }
        let inbox = try Inbox()
        try put("a/x.png", "b/y.png", into: inbox)
        chmod(inbox.path.shown + "/a", 0)
        defer { chmod(inbox.path.shown + "/a", 0o755) }
        let listing = try await inbox.world.list("inbox", most: 4096).get()
        #expect(listing.unread == [FileName("a"): .unreadable(.denied)])
        #expect(listing.entries.map(\.name) == [FileName("b/y.png")])
    }

    @Test("too deep a subfolder is reported and not listed")
    func deep() async throws {
        let inbox = try Inbox()
        let way = [String](repeating: "d", count: 33).joined(separator: "/")
        try put(way + "/x.png", into: inbox)
        let listing = try await inbox.world.list("inbox", most: 4096).get()
        #expect(listing.unread == [FileName(way): .tooDeep(levels: 32)])
        #expect(listing.entries == [] && listing.subfolders.count == 32)
    }

    @Test("subfolder names become tags unless turned off; invalid tags are omitted")
    func tags() async throws {
        for (hasFolderTags, tags) in [(true, ["inbox", "cats", "night"]), (false, ["inbox"])] {
            let inbox = try Inbox(hasFolderTags: hasFolderTags)
            try put("cats/ x/night/cats/x.png", into: inbox)
            let drop = try await inbox.claim(FileName("cats/ x/night/cats/x.png"))
            guard case .accepted(let jobs, _) = await inbox.read(drop) else {
                Issue.record("not accepted")
                return
            }
            #expect(jobs.map(\.request?.tags) == [tags])
        }
    }

    @Test(
        "outputs are placed by the layout",
        arguments: [
            (WatchRules.Layout.mirror, "a/b/x.png"), (.flat, "x.png"), (.date, "2026/03/09/x.png"),
        ])
    func layout(_ layout: WatchRules.Layout, name: String) async throws {
        let inbox = try Inbox(layout: layout)
        try put("a/b/x.png", into: inbox)
        guard case .accepted(let jobs, _) = await inbox.read(try await inbox.claim(FileName("a/b/x.png"))) else {
            Issue.record("not accepted")
            return
        }
        #expect(jobs.map(\.name) == [FileName(name)])
    }

    @Test("processed and failed sources keep their subfolders; the original folders stay")
    func kept() async throws {
        let inbox = try Inbox()
        try put("a/x.png", "a/y.png", "a/y.png.toml", into: inbox)
        let (one, other) = (try await inbox.claim(FileName("a/x.png")), try await inbox.claim(FileName("a/y.png")))
        #expect(await inbox.dispose(one) == .gone)
        #expect(await inbox.dispose(other, .empty) == .gone)
        #expect(
            names(in: inbox.path) == [
                "a", "done", "done/2026", "done/2026/03", "done/2026/03/a", "done/2026/03/a/x.png", "failed",
                "failed/a",
                "failed/a/y.png", "failed/a/y.png.error.txt", "failed/a/y.png.toml",
            ])
        #expect(await inbox.dispose(one) == .gone, "doing it again is harmless")
    }

    @Test("a folder replaced by a link isn't followed")
    func swapped() async throws {
        let inbox = try Inbox()
        try put("a/x.png", into: inbox)
        let drop = try await inbox.claim(FileName("a/x.png"))
        let elsewhere = inbox.home.path.shown + "/elsewhere"
        #expect(rename(inbox.path.shown + "/a", elsewhere) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: inbox.path.shown + "/a", withDestinationPath: elsewhere)
        #expect(await inbox.read(drop) == .vanished)
        #expect(await inbox.dispose(drop) == .gone)
        #expect(FileManager.default.fileExists(atPath: elsewhere + "/x.png"), "nothing is moved out of there")
    }
}
