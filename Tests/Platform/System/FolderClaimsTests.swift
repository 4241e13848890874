import Domain
import Glibc
import PlatformConcurrency
import TestFolders
import Testing

@testable import PlatformSystem

@Suite("Folder claims", .timeLimit(.minutes(5)))
struct FolderClaimsTests {
    private let threads = ThreadExecutor(name: "claim tests")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Claims of another process.
    private func stranger() -> FolderClaims { FolderClaims(executor: threads, own: 0) }

    /// In a process of its own: a child that another test is starting would have a copy of a released claim until its
    /// exec.
    @Test("a folder claimed by another service is refused, with its process, until it is released")
    func served() async {
        await #expect(processExitsWith: .success) {
            let threads = ThreadExecutor(name: "claim tests")
            let folder = try TemporaryFolder()
            let (one, other) = (FolderClaims(executor: threads, own: 0), FolderClaims(executor: threads, own: 0))
            try await one.hold(folder.path)
            try await one.hold(folder.path)
            await #expect(throws: FileFailure.served(by: getpid())) { try await other.hold(folder.path) }
            one.release(folder.path)
            try await other.hold(folder.path)
            await #expect(throws: FileFailure.served(by: getpid())) { try await one.hold(folder.path) }
            other.keep([])
            try await one.hold(folder.path)
            one.keep([folder.path])
            await #expect(throws: FileFailure.served(by: getpid())) { try await other.hold(folder.path) }
        }
    }

    @Test("the folder is claimed, not its name") func names() async throws {
        let (one, other) = (stranger(), stranger())
        let (place, moved, link) = ("place", "moved", "link")
        let paths = [place, moved, link].map { folder.path.appending($0) }
        try FileDescriptor.makeFolder(paths[0])
        #expect(symlink(place, paths[2].shown) == 0)
        try await one.hold(paths[0])
        await #expect(throws: FileFailure.served(by: getpid())) { try await other.hold(paths[2]) }
        #expect(rename(paths[0].shown, paths[1].shown) == 0)
        await #expect(throws: FileFailure.served(by: getpid())) { try await other.hold(paths[1]) }
        await #expect(throws: FileFailure.missing) { try await other.hold(paths[0]) }
    }

    @Test("a second name for one's own folder is no conflict") func own() async throws {
        let (one, other) = (FolderClaims(executor: threads), FolderClaims(executor: threads))
        try await one.hold(folder.path)
        try await other.hold(folder.path)
    }

    @Test("a claim doesn't block unmounting: nothing in the folder is open")
    func nothingOpen() async throws {
        let one = stranger()
        try await one.hold(folder.path)
        let open = try FileDescriptor.folder(FolderPath("/proc/self/fd")).list()
        let targets = open.map { entry in
            var target = [CChar](repeating: 0, count: 4096)
            let count = readlink("/proc/self/fd/" + entry.name.shown, &target, target.count - 1)
            return String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
        #expect(!targets.contains { $0.hasPrefix(folder.path.shown) })
        one.release(folder.path)
    }

    /// Tries to claim a folder as a user without any rights.
    private static let nobody = """
        import os, socket, sys
        place = os.stat(sys.argv[1])
        os.setuid(65534)
        claim = socket.socket(socket.AF_UNIX)
        claim.bind("\\0textifyd/takes/%x/%x" % (place.st_dev, place.st_ino))
        claim.listen(1)
        print("held", flush=True)
        sys.stdin.read()
        """

    @Test(
        "only a user who may take drops from a folder can block others from it", .enabled(if: getuid() == 0),
        arguments: [0o755, 0o775, 0o757] as [mode_t])
    func strangers(mode: mode_t) async throws {
        #expect(chmod(folder.path.shown, mode) == 0)
        let listener = Listener()
        let order = ChildConfiguration(
            program: "/usr/bin/python3", arguments: ["-c", Self.nobody, folder.path.shown], variables: [],
            folder: folder.path)
        let child = try await ChildRunner().start(order) { listener.hear($0) }
        await listener.heard("held")
        var refusal: FileFailure?
        do throws(FileFailure) { try await stranger().hold(folder.path) } catch { refusal = error }
        child.finish()
        #expect(await listener.ending() == .code(0), "\(listener.errors)")
        #expect((refusal == nil) == (mode == 0o755))
    }
}
