import Domain
import Glibc
import PlatformConcurrency
import TestFolders
import Testing

@testable import IntakeSideEffect
@testable import PlatformSystem

/// A folder chosen by a user, and the content below it, where others may have placed links.
@Suite("Folders below a root")
struct RootedFoldersTests {
    private let folder: TemporaryFolder
    private let files: any FileSystem
    private var root: FolderPath { folder.path.appending("root").asRoot }

    init() throws {
        folder = try TemporaryFolder()
        files = LocalFileSystem(executor: ThreadExecutor(name: "rooted"))
        for name in ["root", "foreign"] { try folder.open().makeFolder(FileName(name)) }
        try folder.open().folder(beneath: FileName("foreign")).write([7], to: FileName("x"))
        symlink("../foreign", folder.filePath("root/link"))
        try folder.open().folder(beneath: FileName("root")).write([1], to: FileName("a"))
    }

    private typealias Step = @Sendable (any FileSystem, FolderPath, FolderPath) async throws -> Void

    private static let steps: [(String, Step)] = [
        ("list", { files, _, link in _ = try await files.list(link) }),
        ("itself", { files, _, link in _ = try await files.itself(link) }),
        ("read", { files, _, link in _ = try await files.read(FileName("x"), in: link, limit: 9) }),
        ("entry", { files, _, link in _ = try await files.entry(FileName("x"), in: link) }),
        ("write", { files, _, link in try await files.write([2], to: FileName("x"), in: link) }),
        ("replace", { files, _, link in try await files.replace(FileName("x"), in: link, with: [2]) }),
        ("rename", { files, _, link in try await files.rename(FileName("x"), over: FileName("y"), in: link) }),
        ("remove", { files, _, link in try await files.remove(FileName("x"), in: link) }),
        ("sync", { files, _, link in try await files.sync(link) }),
        ("makeFolder", { files, _, link in try await files.makeFolder(link.appending("new")) }),
        ("makeFolder itself", { files, _, link in try await files.makeFolder(link) }),
        ("makeFolder below", { files, _, link in try await files.makeFolder(FileName("new"), in: link) }),
        ("move in", { try await $0.move(FileName("a"), from: $1, to: FileName("a"), in: $2) }),
        ("move out", { try await $0.move(FileName("x"), from: $2, to: FileName("b"), in: $1) }),
    ]

    @Test("links below the root are never followed", arguments: steps.indices)
    func links(step: Int) async throws {
        let (name, act) = Self.steps[step]
        await #expect(throws: FileFailure.self, "\(name)") { try await act(files, root, root.appending("link")) }
        #expect(try folder.open().folder(beneath: FileName("foreign")).list().map(\.name) == [FileName("x")])
        #expect(try folder.text("foreign/x") == "\u{7}")
        #expect(try folder.text("root/a") == "\u{1}")
    }

    @Test("the root may be a link or behind one")
    func rootLink() async throws {
        symlink("root", folder.filePath("chosen"))
        let chosen = folder.path.appending("chosen").asRoot
        try await files.makeFolder(chosen.appending("done/2026"))
        try await files.move(FileName("a"), from: chosen, to: FileName("a"), in: chosen.appending("done/2026"))
        #expect(try folder.text("root/done/2026/a") == "\u{1}")
        let failure = await #expect(throws: FileFailure.self) { try await files.list(chosen.appending("link")) }
        #expect(failure == .notFolder(folder.path.appending("chosen/link")))
    }

    @Test("a link or file in the way is named, however deep")
    func blocked() async throws {
        try folder.put("root/file")
        for (way, blocking) in [("link/a/b", "link"), ("file", "file"), ("file/a", "file")] {
            let failure = await #expect(throws: FileFailure.self) { try await files.makeFolder(root.appending(way)) }
            #expect(failure == .notFolder(root.appending(blocking)), "\(way)")
        }
    }

    @Test("a link below the root isn't watched")
    func watching() async {
        let heard = Heard()
        await files.watch(root.appending("link"), below: WatchedSubfolders()) { change, _ in await heard.add(change) }
        #expect(await heard.all == [.unavailable(code: Errno(EIO))])
    }

    private actor Heard {
        var all: [FolderChange] = []
        func add(_ change: FolderChange) -> Bool {
            all.append(change)
            return false
        }
    }

    @Test("paths are below a root lexically, and compare equal whatever their roots")
    func paths() {
        let root = FolderPath("/srv/in")
        #expect(root.pathBelowRoot == nil && root.appending("a/b").pathBelowRoot == FileName("a/b"))
        #expect(root.appending("a").root == root && root.appending("a").folder == root)
        #expect(root.appending("a") == FolderPath("/srv/in/a") && FolderPath("/srv/in/a").pathBelowRoot == nil)
        #expect(FolderPath("/srv/in/a").rooted(at: root).pathBelowRoot == FileName("a"))
        #expect(FolderPath("/srv/inner").rooted(at: root).pathBelowRoot == nil)
        #expect(root.appending("a").asRoot.pathBelowRoot == nil && FolderPath("/").appending("a").bytes.count == 2)
    }
}

@Suite("State folders")
struct StateFolderTests {
    @Test(
        "a state folder belongs to its user, or is a container volume owned by root and writable for group 0",
        arguments: [
            (1000, 0, 0o755, 1000, true), (0, 0, 0o700, 0, true), (1000, 1000, 0o777, 0, false),
            (0, 0, 0o755, 1000, false), (0, 0, 0o775, 1000, true), (0, 1000, 0o775, 1000, false),
            (65534, 0, 0o775, 1000, false),
        ] as [(UInt32, UInt32, UInt32, UInt32, Bool)])
    func owners(owner: UInt32, group: UInt32, mode: UInt32, user: UInt32, isFine: Bool) {
        #expect(StateFolder.mayUse(owner: owner, group: group, mode: mode, user: user) == isFine)
    }

    @Test("a state folder is made accessible to its owner only")
    func closing() throws {
        let folder = try TemporaryFolder()
        let state = folder.path.appending("deep/state").asRoot
        #expect(try StateFolder.prepare(state) == nil)
        var found = stat()
        #expect(stat(state.shown, &found) == 0 && found.st_mode & 0o7777 == 0o700)
        try FileDescriptor.folder(state).write([1], to: FileName("textifyd.db"))
        #expect(chmod(state.shown, 0o2755) == 0)
        #expect(try StateFolder.prepare(state) == nil)
        #expect(stat(state.shown, &found) == 0 && found.st_mode & 0o7777 == 0o700)
        #expect(stat(state.shown + "/textifyd.db", &found) == 0 && found.st_mode & 0o7777 == 0o600)
    }

    @Test("a link to the state folder is followed, since a user chose it")
    func link() throws {
        let folder = try TemporaryFolder()
        try folder.open().makeFolder(FileName("disk"))
        symlink("disk", folder.filePath("state"))
        #expect(try StateFolder.prepare(folder.path.appending("state")) == nil)
        var found = stat()
        #expect(stat(folder.filePath("disk"), &found) == 0 && found.st_mode & 0o7777 == 0o700)
    }
}
