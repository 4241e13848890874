import Domain
import FoundationEssentials
import Glibc
import IntakeFeature
import IntakeSideEffect
import TestFolders
import Testing

@Suite("Folders with many files")
struct LongListingTests {
    private func put(_ names: [String], into inbox: Inbox) throws {
        for (age, name) in names.enumerated() {
            if let parent = FileName(name).parent { _ = try inbox.home.folder("inbox/" + parent.shown) }
            try IntakeSideEffectTests.put([1], FileName(name), in: inbox.path)
            let times = [timespec(tv_sec: 1000 + age, tv_nsec: 0), timespec(tv_sec: 1000 + age, tv_nsec: 0)]
            #expect(unsafe utimensat(AT_FDCWD, cPath(FileName(name), inbox.path), times, 0) == 0)
        }
    }

    private func listed(_ inbox: Inbox, most: Int) async throws -> (names: [String], last: String?) {
        let listing = try await inbox.world.list("inbox", most: most).get()
        return (listing.entries.map(\.name.shown).sorted(), listing.last?.name.shown)
    }

    @Test("the oldest files of all subfolders are listed, and the last one is reported")
    func oldest() async throws {
        let inbox = try Inbox()
        try put(["f.png", "a/e.png", "d.png", "a/b/c.png", "b.png", "a/a.png", "z.png"], into: inbox)
        for most in 1...6 {
            let (names, last) = try await listed(inbox, most: most)
            let all = ["f.png", "a/e.png", "d.png", "a/b/c.png", "b.png", "a/a.png"]
            #expect(names == all.prefix(most).sorted() && last == all[most - 1])
        }
        for most in [7, 8] {
            let (names, last) = try await listed(inbox, most: most)
            #expect(names.count == 7 && last == nil)
        }
    }

    @Test("companion files are listed with their file, and no others")
    func companions() async throws {
        let inbox = try Inbox()
        try put(["b.png", "a.txt", "c.png", "c.png.toml", "c.png.done", "b.png.toml", "a.txt.done"], into: inbox)
        try put(["b.png.toml.done"], into: inbox)
        let (names, last) = try await listed(inbox, most: 2)
        #expect(names == ["a.txt", "a.txt.done", "b.png", "b.png.toml", "b.png.toml.done"] && last == "a.txt")
    }

    @Test("files that won't be picked up take no slot: those without NAME.done, and pre-existing ones")
    func never() async throws {
        let waiting = try Inbox(requiresDone: true)
        try put(["a.png", "b.png", "c.png", "c.png.done"], into: waiting)
        #expect(try await listed(waiting, most: 1).last == nil)
        let late = try Inbox(ignoresExisting: true, since: UTCMillis(.max))
        try put(["a.png", "b.png"], into: late)
        #expect(try await listed(late, most: 1).names == [])
    }
}
