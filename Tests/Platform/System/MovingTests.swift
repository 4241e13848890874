import Domain
import Glibc
import TestFolders
import Testing

@testable import PlatformSystem

@Suite("Moving and writing")
struct MovingTests {
    private let folder: TemporaryFolder
    private let a = FileName("a")
    private let b = FileName("b")

    init() throws {
        folder = try TemporaryFolder()
    }

    /// The methods to rename without replacing, from the best to the last resort.
    enum Way: CaseIterable {
        case rename, link, reservation, copy

        func move(_ name: FileName, _ newName: FileName, _ folder: borrowing FileDescriptor) throws {
            switch self {
            case .rename: try folder.renameExclusively(name, to: newName, in: folder)
            case .link: try folder.linkExclusively(name, to: newName, in: folder)
            case .reservation: try folder.reserveAndRename(name, to: newName, in: folder)
            case .copy:
                try folder.copy(name, to: newName, in: folder)
                try folder.unlink(name)
            }
        }
    }

    @Test("every method moves the content", arguments: Way.allCases)
    func moves(way: Way) throws {
        try folder.put("a", "content")
        try way.move(a, b, try folder.open())
        #expect(try folder.names() == ["b"])
        #expect(try folder.text("b") == "content")
    }

    @Test("no method ever replaces a file or leaves anything over", arguments: Way.allCases)
    func replacesNothing(way: Way) throws {
        try folder.put("a", "new")
        try folder.put("b", "old")
        let open = try folder.open()
        #expect(throws: FileFailure.exists) { try way.move(a, b, open) }
        #expect(try folder.names() == ["a", "b"])
        #expect(try folder.text("b") == "old")
    }

    @Test("every method reports what is missing and leaves nothing over", arguments: Way.allCases)
    func missing(way: Way) throws {
        let open = try folder.open()
        #expect(throws: FileFailure.missing) { try way.move(a, b, open) }
        #expect(try folder.names().isEmpty)
    }

    @Test("a move between devices copies content and time, never replaces a file, and removes the source")
    func acrossDevices() throws {
        guard let memory = try? FileDescriptor.folder(FolderPath("/dev/shm")) else { return }
        let open = try folder.open()
        let name = FileName.temporary()
        defer { try? memory.unlink(name) }
        try memory.write(Array("over".utf8), to: name)
        let modified = try memory.entry(name)?.modified
        try folder.put("b", "old")
        #expect(throws: FileFailure.exists) { try memory.move(name, to: b, in: open) }
        try memory.move(name, to: a, in: open)
        #expect(try folder.text("a") == "over")
        #expect(try open.entry(a)?.modified == modified)
        #expect(try memory.entry(name) == nil)
        #expect(try folder.names() == ["a", "b"])
    }

    @Test("a write replaces the name, never a link's target")
    func writeOverLink() throws {
        try folder.put("a", "kept")
        symlink("a", folder.filePath("b"))
        try folder.put("b", "new")
        #expect(try folder.text("a") == "kept")
        #expect(try folder.text("b") == "new")
    }

    @Test("a write creates mode 0664 less the umask")
    func mode() throws {
        let mask = umask(0)
        umask(mask)
        try folder.put("a")
        var status = stat()
        stat(folder.filePath("a"), &status)
        #expect(status.st_mode & 0o777 == 0o664 & ~mask)
    }

    @Test("a replacement is complete and leaves no temporary file")
    func replace() throws {
        try folder.put("a", "old and long")
        let before = try folder.open().entry(a)?.inode
        try folder.open().replace(a, with: Array("new".utf8))
        #expect(try folder.text("a") == "new")
        #expect(try folder.open().entry(a)?.inode != before)
        #expect(try folder.names() == ["a"])
    }

    @Test("a failed replacement leaves no temporary file")
    func replaceFolder() throws {
        try folder.open().makeFolder(a)
        let open = try folder.open()
        #expect(throws: FileFailure.notRegular) { try open.replace(a, with: [1]) }
        #expect(try folder.names() == ["a"])
    }

    @Test("folders are created with their parents, inherit the group, and may already exist")
    func makeFolder() throws {
        let deep = folder.path.appending("x").appending("y")
        try FileDescriptor.makeFolder(deep)
        try FileDescriptor.makeFolder(deep)
        var status = stat()
        stat(deep.shown, &status)
        #expect(status.st_mode & S_ISGID == S_ISGID)
    }

    @Test("a folder can't be created in place of a file")
    func makeFolderOverFile() throws {
        try folder.put("a")
        #expect(throws: FileFailure.notFolder(folder.path.appending("a"))) {
            try FileDescriptor.makeFolder(folder.path.appending("a").appending("b"))
        }
    }
}
