import Domain
import Glibc
import PlatformSystem
import TestFolders
import Testing

@Suite("Child processes")
struct ChildTests {
    private let folder: TemporaryFolder
    private let listener = Listener()

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ script: String, variables: [String] = ["PATH=/usr/bin:/bin"]) async throws -> any ChildProcess
    {
        let listener = listener
        return try await ChildRunner().start(
            ChildConfiguration(
                program: "/bin/sh", arguments: ["-c", script], variables: variables, folder: folder.path)
        ) { listener.hear($0) }
    }

    @Test("a child gets its input, and all its output is reported before its exit")
    func streams() async throws {
        let child = try await start("cat; echo sorry >&2; exit 7")
        child.send(Array("one\n".utf8))
        child.send(Array("two\n".utf8))
        child.finish()
        #expect(await listener.ending() == .code(7))
        #expect(listener.output == "one\ntwo\n" && listener.errors == "sorry\n")
    }

    @Test("megabytes of input and output can flow at the same time")
    func bulk() async throws {
        let child = try await start("cat")
        let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 3 << 20)
        child.send(bytes)
        child.finish()
        #expect(await listener.ending() == .code(0))
        #expect(listener.output.utf8.count == bytes.count)
    }

    @Test("a child has exactly the given environment, folder, signal mask and descriptors")
    func surroundings() async throws {
        let open = try folder.open()
        // Any free descriptor number: a fixed one could be another test's, which would then write into this folder.
        let passed = fcntl(open.number, F_DUPFD, 57)
        defer { close(passed) }
        let child = try await start(
            "env | sort; pwd; umask; ls /proc/self/fd | tr '\\n' ' '", variables: ["ONE=1", "PWD=x"])
        #expect(await listener.ending() == .code(0))
        let lines = listener.output.split(separator: "\n").map(String.init)
        #expect(lines.contains("ONE=1") && !lines.contains { $0.hasPrefix("HOME=") }, "\(lines)")
        #expect(lines.contains(folder.path.shown) && lines.contains("0077"), "\(lines)")
        // Descriptor 3 is the listing's own.
        #expect(lines.last == "0 1 2 3 ", "\(lines)")
        withExtendedLifetime(child) {}
    }

    @Test("a child leads its own session, can't gain privileges, blocks no signals and leaves no core file")
    func standing() async throws {
        let child = try await start(
            "grep -E 'NoNewPrivs|SigBlk|SigIgn' /proc/self/status; ulimit -c; cut -d' ' -f5,6 /proc/$$/stat; echo $$")
        #expect(await listener.ending() == .code(0))
        let lines = listener.output.split(separator: "\n").map { $0.filter { $0 != "\t" } }
        #expect(lines.contains("NoNewPrivs:1") && lines.contains("SigBlk:0000000000000000"), "\(lines)")
        // The C library reserves the first two real-time signals.
        let ignored = lines.first { $0.hasPrefix("SigIgn:") }.flatMap { UInt64($0.dropFirst(7), radix: 16) }
        #expect(ignored.map { $0 & 0x7fff_ffff } == 0 && lines.contains("0"), "\(lines)")
        #expect(lines.contains("\(child.identifier) \(child.identifier)"), "\(lines)")
    }

    @Test("a signal goes to the whole group, and the rest of the group is killed when its leader exits")
    func group() async throws {
        let both = try pipe("both")
        let child = try await start("exec 5> both; sleep 1000 & echo ready; wait")
        await listener.heard("ready")
        child.signal(.terminate)
        #expect(await listener.ending() == .signal(SIGTERM))
        let isBothLeft = isLeft(both)
        #expect(isBothLeft)
        let left = try pipe("left")
        let other = Listener()
        let leader = try await ChildRunner().start(
            ChildConfiguration(
                program: "/bin/sh", arguments: ["-c", "exec 5> left; sleep 1000 &"], variables: ["PATH=/usr/bin:/bin"],
                folder: folder.path)
        ) { other.hear($0) }
        #expect(await other.ending() == .code(0))
        let isLeftLeft = isLeft(left)
        #expect(isLeftLeft)
        withExtendedLifetime(leader) {}
    }

    private func pipe(_ name: String) throws -> FileDescriptor {
        try #require(mkfifo(folder.filePath(name), 0o600) == 0)
        return FileDescriptor(adopting: open(folder.filePath(name), O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    }

    /// Whether every writer of the pipe has closed it within ten seconds.
    private func isLeft(_ pipe: borrowing FileDescriptor) -> Bool {
        var place = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
        return poll(&place, 1, 10_000) == 1 && Int32(place.revents) & POLLHUP != 0
    }

    @Test("a released child is killed")
    func letGo() async throws {
        do { _ = try await start("echo ready; sleep 1000") }
        #expect(await listener.ending() == .signal(SIGKILL))
    }

    @Test("a failed start reports its reason")
    func unstartable() async throws {
        try folder.put("plain", "#!/bin/sh\n")
        for (program, failure) in [("/no/such", FileFailure.missing), (folder.filePath("plain"), .denied)] {
            await #expect(throws: failure) {
                _ = try await ChildRunner().start(ChildConfiguration(program: program, folder: folder.path)) { _ in }
            }
        }
        await #expect(throws: FileFailure.missing) {
            _ = try await ChildRunner().start(ChildConfiguration(program: "/bin/sh", folder: FolderPath("/no/such"))) {
                _ in
            }
        }
    }

    @Test("input for a child that has closed it or exited does no harm")
    func deaf() async throws {
        let gate = folder.filePath("gate")
        #expect(mkfifo(gate, 0o600) == 0)
        // Opened for reading and writing, so that opening doesn't block.
        let key = open(gate, O_RDWR | O_CLOEXEC)
        defer { close(key) }
        let child = try await start("exec 0<&-; echo closed; read key < \(gate)")
        await listener.heard("closed")
        child.send([UInt8](repeating: 10, count: 1 << 20))
        #expect(write(key, "\n", 1) == 1)
        #expect(await listener.ending() == .code(0))
        child.send([10])
        child.signal(.kill)
        child.finish()
    }
}
