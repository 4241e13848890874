import Domain
import FoundationEssentials
import Glibc
import PlatformPictures
import Testing

@Suite("Picture sources")
struct SourceTests {
    @Test("a file, its descriptor and its bytes give the same rows, and the descriptor's offset is unchanged")
    func same() throws {
        let bytes = try Samples.noise(width: 200, height: 150)
        try withFolder { folder in
            try place(bytes, "a.png", in: folder)
            let descriptor = open(folder.appending("a.png").shown, O_RDONLY)
            defer { close(descriptor) }
            lseek(descriptor, 5, SEEK_SET)
            let rows = try Decoded(bytes).rows
            #expect(try Decoded(.descriptor(descriptor)).rows == rows)
            #expect(lseek(descriptor, 0, SEEK_CUR) == 5)
            #expect(try Decoded(.file(folder, FileName("a.png"))).rows == rows)
        }
    }

    @Test("a pipe is read from its current position, however small the parts")
    func pipe() throws {
        let bytes = try Samples.png(width: 9, height: 7) { x, y in .grey(UInt8(x * y)) }
        let piped = try Pipe.lend(bytes) { try Decoded(.descriptor($0)) }
        #expect(try piped.rows == Decoded(bytes).rows)
    }

    @Test("links, folders and FIFOs aren't opened, and a missing file is reported as missing")
    func notRegular() throws {
        try withFolder { folder in
            try place([1], "a.png", in: folder)
            #expect(symlink("a.png", folder.appending("link").shown) == 0)
            #expect(mkfifo(folder.appending("fifo").shown, 0o600) == 0)
            #expect(mkdir(folder.appending("sub").shown, 0o700) == 0)
            for name in ["link", "fifo", "sub"] {
                #expect(throws: PictureFailure.unreadable(.notRegular)) {
                    try Decoded(.file(folder, FileName(name)))
                }
            }
            #expect(throws: PictureFailure.unreadable(.missing)) { try Decoded(.file(folder, FileName("none"))) }
        }
    }

    @Test("a file beyond the size limit is rejected by its size")
    func size() throws {
        try withFolder { folder in
            try place([UInt8](repeating: 7, count: 101), "a.png", in: folder)
            #expect(throws: PictureFailure.unreadable(.tooLarge(bytes: 101, limit: 100))) {
                try Decoded(.file(folder, FileName("a.png")), limits: PictureLimits(fileBytes: 100))
            }
        }
    }

    private func place(_ bytes: [UInt8], _ name: String, in folder: FolderPath) throws {
        let descriptor = open(folder.appending(name).shown, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(descriptor) }
        #expect(write(descriptor, bytes, bytes.count) == bytes.count)
    }

    private func withFolder(_ body: (FolderPath) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "pictures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: url) }
        try body(FolderPath(url.path))
    }
}
