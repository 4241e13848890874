import CSystem
import Domain
import Glibc
import PlatformConcurrency
import PlatformSystem
import TestFolders
import Testing

@Suite("Descriptors")
struct DescriptorTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("links, FIFOs, sockets and folders are rejected where a file is needed", arguments: OddEntry.allCases)
    func odd(odd: OddEntry) throws {
        try folder.put("target", "secret")
        try odd.make(folder)
        let open = try folder.open()
        #expect(throws: FileFailure.notRegular) { _ = try open.file(beneath: FileName("odd")) }
    }

    @Test(
        "links in the path and paths out of the folder are rejected too",
        arguments: ["way/file", "../x", "/etc/passwd"])
    func escape(path: String) throws {
        try folder.open().makeFolder(FileName("real"))
        try FileDescriptor.folder(folder.path.appending("real")).write([1], to: FileName("file"))
        symlink("real", folder.filePath("way"))
        let open = try folder.open()
        #expect(throws: FileFailure.self) { _ = try open.file(beneath: FileName(path)) }
        #expect(try open.file(beneath: FileName("real/file")).all(limit: 9) == [1])
    }

    @Test(
        "without openat2 the same paths are accepted and rejected",
        arguments: [
            "real/file", "real//file", "way/file", "way", "way/", "../x", "/etc/passwd", "real/../real/file", "real",
            "none/file", "",
        ])
    func stepwise(path: String) throws {
        try folder.open().makeFolder(FileName("real"))
        try FileDescriptor.folder(folder.path.appending("real")).write([1], to: FileName("file"))
        symlink("real", folder.filePath("way"))
        let open = try folder.open()
        let one = csys_open_beneath(open.number, path, O_RDONLY, 0)
        let two = csys_open_stepwise(open.number, path, O_RDONLY, 0)
        defer {
            if one >= 0 { close(one) }
            if two >= 0 { close(two) }
        }
        #expect((one >= 0) == (two >= 0))
        #expect((one >= 0) == ["real/file", "real//file", "real"].contains(path))
    }

    @Test("a write continues after short writes until all bytes are through a full pipe")
    func shortWrites() async throws {
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        // A non-blocking pipe accepts what fits and shortens every longer write.
        #expect(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
        let reading = FileDescriptor(adopting: ends[0])
        let writing = FileDescriptor(adopting: ends[1])
        let sent = (0..<1_000_003).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 16) }
        let thread = ThreadExecutor(name: "writer")
        let writer = writing.released()
        async let done: Void = thread.run { () throws(FileFailure) in
            try FileDescriptor(adopting: writer).write(sent)
        }
        let received = try reading.all(limit: 2_000_000)
        try await done
        // Compares outside of `#expect`, because describing the difference of two long arrays takes minutes.
        let isSame = received == sent
        #expect(isSame)
    }

    @Test("a file over the limit is rejected with both sizes")
    func limit() throws {
        try folder.put("big", "12345")
        let file = try folder.open().file(beneath: FileName("big"))
        #expect(throws: FileFailure.tooLarge(bytes: 5, limit: 4)) { try file.all(limit: 4) }
    }

    @Test("reads in chunks until the end, with an empty chunk only there")
    func chunks() throws {
        try folder.put("file", "abcde")
        let file = try folder.open().file(beneath: FileName("file"))
        #expect(try file.chunk(3) == [97, 98, 99])
        #expect(try file.chunk(3) == [100, 101])
        #expect(try file.chunk(3).isEmpty)
    }

    @Test("names with newlines or invalid UTF-8 survive list, entry and move")
    func oddNames() throws {
        let names = [FileName("a\nb"), FileName(bytes: [0xFF, 0xFE, 32]), FileName("-rf")]
        let open = try folder.open()
        for name in names { try open.write([1], to: name) }
        #expect(Set(try open.list().map(\.name)) == Set(names))
        for name in names {
            let moved = FileName(bytes: [0x80] + name.bytes)
            try open.move(name, to: moved, in: open)
            #expect(try open.entry(moved)?.size == 1)
        }
    }

    @Test("strings that can't be an entry's name are rejected", arguments: ["", ".", "..", "a/b", "a\0b"])
    func noName(name: String) throws {
        let open = try folder.open()
        #expect(throws: FileFailure.failed(code: Errno(EINVAL))) { try open.entry(FileName(name)) }
    }

    @Test("a new file never takes an existing name, not even a dangling link's")
    func exclusive() throws {
        symlink("nowhere", folder.filePath("link"))
        let open = try folder.open()
        #expect(throws: FileFailure.exists) { _ = try open.create(FileName("link")) }
    }
}
