import Domain
import Glibc
import PlatformConcurrency
import PlatformSystem
import TestFolders
import Testing

@Suite("Local file system")
struct LocalFileSystemTests {
    private let folder: TemporaryFolder
    private let files: any FileSystem

    init() throws {
        folder = try TemporaryFolder()
        files = LocalFileSystem(executor: ThreadExecutor(name: "files"))
    }

    @Test("a listing reports kinds without following links")
    func list() async throws {
        try folder.put("file", "12345")
        try folder.open().makeFolder(FileName("folder"))
        symlink("folder", folder.filePath("link"))
        mkfifo(folder.filePath("pipe"), 0o600)
        let kinds = try await files.list(folder.path).map { ($0.name.shown, $0.kind) }
        #expect(
            Dictionary(kinds) { first, _ in first } == [
                "file": .file, "folder": .folder, "link": .link, "pipe": .special,
            ])
    }

    @Test("a listing of ten thousand entries has each once")
    func longList() async throws {
        let open = try folder.open()
        for number in 0..<10_000 { _ = try open.create(FileName("file \(number)")) }
        #expect(Set(try await files.list(folder.path).map(\.name)).count == 10_000)
    }

    @Test("an entry has its size and times, and a missing one is nil")
    func entry() async throws {
        let before = UTCMillis.now()
        try folder.put("file", "12345")
        let entry = try #require(try await files.entry(FileName("file"), in: folder.path))
        #expect(entry.size == 5)
        // A file system's clock may lag by one tick.
        #expect((before - 1_000...UTCMillis.now()).contains(entry.modified.millis))
        #expect(try await files.entry(FileName("none"), in: folder.path) == nil)
    }

    @Test("a missing folder is reported")
    func missing() async {
        let nowhere = folder.path.appending("nowhere")
        await #expect(throws: FileFailure.missing) { try await files.list(nowhere) }
        await #expect(throws: FileFailure.missing) { try await files.write([1], to: FileName("x"), in: nowhere) }
    }

    @Test("writes, replaces, moves, syncs and removes")
    func roundTrip() async throws {
        let (a, b) = (FileName("a"), FileName("b"))
        try await files.write([1, 2], to: a, in: folder.path)
        try await files.replace(a, in: folder.path, with: [3])
        let deep = folder.path.appending("2026").appending("01")
        try await files.makeFolder(deep)
        try await files.move(a, from: folder.path, to: b, in: deep)
        try await files.sync(deep)
        #expect(try await files.entry(b, in: deep)?.size == 1)
        try await files.remove(b, in: deep)
        try await files.remove(b, in: deep)
        #expect(try await files.list(deep).isEmpty)
    }

    @Test("disk space is reported, with free never above total")
    func space() async throws {
        let space = try await files.space(at: folder.path)
        #expect(space.free > 0)
        #expect(space.free <= space.total)
    }

    @Test("names may lead through subfolders but never through a link")
    func ways() async throws {
        let (way, name) = (FileName("a/b"), FileName("a/b/x"))
        #expect(try await files.entry(name, in: folder.path) == nil)
        try await files.makeFolder(way, in: folder.path)
        try await files.makeFolder(way, in: folder.path)
        try await files.write([1], to: name, in: folder.path)
        try await files.replace(name, in: folder.path, with: [2])
        #expect(try await files.entry(name, in: folder.path)?.name == name)
        try await files.move(name, from: folder.path, to: FileName("a/y"), in: folder.path)
        #expect(try await files.read(FileName("a/y"), in: folder.path, limit: 9) == [2])
        let seen = try await files.fold(folder.path, below: FileName("a"), into: [FileName]()) { _, _ in
            false
        } _: {
            $0.append($1.name)
        }
        #expect(Set(seen) == [FileName("b"), FileName("y")])
        symlink("a", folder.filePath("link"))
        let through = FileName("link/y")
        #expect(try await files.entry(through, in: folder.path) == nil)
        let blocked = FileFailure.notFolder(folder.path.appending("link"))
        await #expect(throws: blocked) { try await files.write([1], to: through, in: folder.path) }
        await #expect(throws: blocked) { try await files.remove(through, in: folder.path) }
        await #expect(throws: blocked) {
            try await files.makeFolder(FileName("link/c"), in: folder.path)
        }
        try await files.remove(FileName("a/y"), in: folder.path)
        #expect(try await files.list(folder.path.appending("a")).map(\.name) == [FileName("b")])
    }

    @Test("a file is settled once it isn't empty and isn't open for writing")
    func atRest() async throws {
        let name = FileName("a.png")
        #expect(await files.isAtRest(name, in: folder.path) == false)
        do {
            let writer = try folder.open().create(name)
            #expect(await files.isAtRest(name, in: folder.path) == false, "it is empty")
            try writer.write([1])
            #expect(await files.isAtRest(name, in: folder.path) == false, "it is being written")
        }
        #expect(await files.isAtRest(name, in: folder.path))
        let reader = try folder.open().file(beneath: name)
        #expect(await files.isAtRest(name, in: folder.path), "who reads does no harm")
        // No lease is left that would delay the next writer.
        let again = open(folder.filePath("a.png"), O_WRONLY | O_NONBLOCK)
        #expect(again >= 0)
        close(again)
        _ = reader
        symlink("a.png", folder.filePath("link.png"))
        #expect(await files.isAtRest(FileName("link.png"), in: folder.path) == false)
    }
}
