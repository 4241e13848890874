import Domain
import Glibc
import TestFolders
import Testing

@testable import PlatformArchives

@Suite("Tar archives")
struct TarTests {
    @Test("files come back as they were written, in their order, and the same files give the same archive")
    func roundTrip() throws {
        let big = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let files = [("manifest.json", Array("{}".utf8)), ("pictures/ab/cd.png", big), ("empty", [])]
        let archives = try [write(files), write(files)]
        #expect(archives[0].bytes == archives[1].bytes)
        #expect(try read(archives[0]) == files.map { File(name: $0.0, bytes: $0.1) })
    }

    @Test("what is no archive, or ends too soon, is an error with a reason")
    func damaged() throws {
        let whole = try write([("one", [UInt8](repeating: 7, count: 5_000))])
        for bytes in [
            Array("not a tar archive, but long enough to be looked at as one".utf8), Array(whole.bytes.prefix(2_000)),
        ] {
            let file = try Scratch(bytes)
            #expect(throws: ArchiveReadingFailure.self) { _ = try read(file) }
        }
    }

    @Test("links and folders are left out")
    func specialFiles() throws {
        let folder = try TemporaryFolder()
        let (tree, archive) = (folder.path.shown + "/tree", folder.path.shown + "/a.tar")
        let isMade =
            mkdir(tree, 0o755) == 0 && symlink("/etc/passwd", tree + "/link") == 0
            && system("printf x > \(tree)/file && tar -C \(tree) -cf \(archive) .") == 0
        try #require(isMade)
        let descriptor = open(archive, O_RDONLY)
        defer { close(descriptor) }
        let reader = try TarReader(from: descriptor)
        #expect(try reader.next() == "./file")
        #expect(try reader.next() == nil)
    }

    @Test("a file that is larger than the limit is refused")
    func limit() throws {
        let file = try write([("one", [1, 2, 3])])
        let reader = try TarReader(from: file.descriptor)
        #expect(try reader.next() == "one")
        #expect(throws: ArchiveReadingFailure.self) { _ = try reader.all(limit: 2) }
    }

    @Test("a full disk is an error")
    func full() throws {
        let descriptor = open("/dev/full", O_WRONLY)
        defer { close(descriptor) }
        let writer = try TarWriter(to: descriptor)
        #expect(throws: ArchiveWritingFailure(code: ENOSPC)) {
            try writer.begin("one", size: 100_000)
            try writer.write([UInt8](repeating: 1, count: 100_000))
        }
    }

    private struct File: Equatable {
        let name: String
        let bytes: [UInt8]
    }

    /// A nameless file.
    private final class Scratch {
        let descriptor: Int32

        init(_ bytes: [UInt8] = []) throws {
            var path = Array("/tmp/textify-tar-XXXXXX".utf8CString)
            descriptor = mkstemp(&path)
            unlink(path)
            let isWritten = descriptor >= 0 && Glibc.write(descriptor, bytes, bytes.count) == bytes.count
            try #require(isWritten)
            lseek(descriptor, 0, SEEK_SET)
        }

        deinit { close(descriptor) }

        var bytes: [UInt8] {
            var content = [UInt8](repeating: 0, count: Int(lseek(descriptor, 0, SEEK_END)))
            pread(descriptor, &content, content.count, 0)
            lseek(descriptor, 0, SEEK_SET)
            return content
        }
    }

    private func write(_ files: [(String, [UInt8])]) throws -> Scratch {
        let scratch = try Scratch()
        let writer = try TarWriter(to: scratch.descriptor)
        for (name, bytes) in files { try writer.add(name, bytes) }
        try writer.finish()
        lseek(scratch.descriptor, 0, SEEK_SET)
        return scratch
    }

    private func read(_ scratch: Scratch) throws -> [File] {
        let reader = try TarReader(from: scratch.descriptor)
        var files: [File] = []
        while let name = try reader.next() { files.append(File(name: name, bytes: try reader.all(limit: 1 << 20))) }
        return files
    }
}
