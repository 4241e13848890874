import Domain
import Glibc
import TestFolders
import Testing

@Suite("Temporary folders")
struct TemporaryFolderTests {
    @Test("a folder is removed with subfolders, links, odd names and write-protected contents, but no link's target")
    func removed() throws {
        let other = try TemporaryFolder()
        try other.write("kept".utf8, to: "file")
        var path = ""
        do {
            let folder = try TemporaryFolder()
            path = folder.path.shown
            #expect(path.utf8.count < 60)
            try folder.folder("a/b")
            #expect(try folder.write("x".utf8, to: "a/b/c") == folder.filePath("a/b/c"))
            #expect(try folder.text("a/b/c") == "x")
            #expect(symlink(other.path.shown, folder.filePath("link")) == 0)
            #expect(mkdir((folder.path.bytes + [47, 0xFF, 0]).map { CChar(bitPattern: $0) }, 0o500) == 0)
            #expect(chmod(folder.filePath("a/b"), 0o500) == 0 && chmod(folder.filePath("a"), 0o500) == 0)
            #expect(try folder.names().count == 3)
        }
        #expect(access(path, F_OK) != 0 && errno == ENOENT)
        #expect(try other.names() == ["file"] && other.text("file") == "kept")
    }
}
