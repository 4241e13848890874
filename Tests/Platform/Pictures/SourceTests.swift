import Domain
import FoundationEssentials
import Glibc
import PlatformPictures
import TestFolders
import Testing

@Suite("Picture sources")
struct SourceTests {
    @Test("a file, its descriptor and its bytes give the same rows, and the descriptor's offset is unchanged")
    func same() throws {
        let bytes = try Samples.noise(width: 200, height: 150)
        let folder = try TemporaryFolder()
        try folder.write(bytes, to: "a.png")
        let descriptor = open(folder.filePath("a.png"), O_RDONLY)
        defer { close(descriptor) }
        lseek(descriptor, 5, SEEK_SET)
        let rows = try Decoded(bytes).rows
        #expect(try Decoded(.descriptor(descriptor)).rows == rows)
        #expect(lseek(descriptor, 0, SEEK_CUR) == 5)
        #expect(try Decoded(.file(FileName("a.png"), in: folder.path)).rows == rows)
    }

    @Test("a pipe is read from its current position, however small the parts")
    func pipe() throws {
        let bytes = try Samples.png(width: 9, height: 7) { x, y in .grey(UInt8(x * y)) }
        let piped = try Pipe.lend(bytes) { try Decoded(.descriptor($0)) }
        #expect(try piped.rows == Decoded(bytes).rows)
    }

    @Test("links, folders and FIFOs aren't opened, and a missing file is reported as missing")
    func notRegular() throws {
        let folder = try TemporaryFolder()
        try folder.write([1], to: "a.png")
        #expect(symlink("a.png", folder.filePath("link")) == 0)
        #expect(mkfifo(folder.filePath("fifo"), 0o600) == 0)
        #expect(mkdir(folder.filePath("sub"), 0o700) == 0)
        for name in ["link", "fifo", "sub"] {
            #expect(throws: PictureFailure.unreadable(.notRegular)) {
                try Decoded(.file(FileName(name), in: folder.path))
            }
        }
        #expect(throws: PictureFailure.unreadable(.missing)) { try Decoded(.file(FileName("none"), in: folder.path)) }
    }

    @Test("a file beyond the size limit is rejected by its size")
    func size() throws {
        let folder = try TemporaryFolder()
        try folder.write([UInt8](repeating: 7, count: 101), to: "a.png")
        #expect(throws: PictureFailure.unreadable(.tooLarge(bytes: 101, limit: 100))) {
            try Decoded(.file(FileName("a.png"), in: folder.path), limits: PictureLimits(fileBytes: 100))
        }
    }
}
