import Domain
import Glibc
import Testing

@testable import PlatformSystem

@Suite("Folder claims", .timeLimit(.minutes(5)))
struct FolderClaimsTests {
    private let threads = ThreadExecutor(name: "claim tests")
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// As another process would hold them.
    private func stranger() -> FolderClaims { FolderClaims(executor: threads, own: 0) }

    @Test("a folder that another service holds is refused, with its process, until that lets it go")
    func served() async throws {
        let (one, other) = (stranger(), stranger())
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

    @Test("it is the folder that is held, not its name") func names() async throws {
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

    @Test("a second name for a folder of one's own is no other service") func own() async throws {
        let (one, other) = (FolderClaims(executor: threads), FolderClaims(executor: threads))
        try await one.hold(folder.path)
        try await other.hold(folder.path)
    }

    @Test("what is held does not keep its folder's disk from being taken away: nothing below it is open")
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

    /// Holds what a service would hold, as a user who owns nothing.
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
        "who may not take drops from a folder can't keep others from it; who may, can", .enabled(if: getuid() == 0),
        arguments: [0o755, 0o775, 0o757] as [mode_t])
    func strangers(mode: mode_t) async throws {
        #expect(chmod(folder.path.shown, mode) == 0)
        let listener = Listener()
        let order = ChildOrder(
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
