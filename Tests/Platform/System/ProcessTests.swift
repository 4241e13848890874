import Domain
import Glibc
import TestFolders
import Testing

@testable import PlatformSystem

@Suite("Process")
struct ProcessTests {
    @Test("a second instance is refused with the process ID of the lock's holder")
    func lock() throws {
        let folder = try TemporaryFolder()
        do {
            let first = try StateLock(in: folder.path)
            #expect(throws: StateLockFailure.held(pid: getpid())) { _ = try StateLock(in: folder.path) }
            _ = consume first
        }
        _ = try StateLock(in: folder.path)
    }

    @Test("an unclean exit is reported to each next holder of the lock until one exits cleanly")
    func earlier() throws {
        let folder = try TemporaryFolder()
        let first = try StateLock(in: folder.path)
        #expect(first.earlier == .clean)
        _ = consume first
        let second = try StateLock(in: folder.path)
        #expect(second.earlier == .interrupted)
        try second.markDamaged()
        _ = consume second
        let third = try StateLock(in: folder.path)
        #expect(third.earlier == .damaged)
        try third.markCleanExit()
        _ = consume third
        #expect(try StateLock(in: folder.path).earlier == .clean)
        for _ in 0..<9 { #expect(try StateLock(in: folder.path).earlier == .interrupted) }
        #expect(try FileDescriptor.folder(folder.path).file(beneath: FileName("lock")).all(limit: 32).count < 12)
    }

    /// A child process has copies of all descriptors until its exec, and those of a decoder until its end.
    @Test("a lock that is given up is free, even while another process has a copy of its descriptor")
    func inherited() throws {
        let folder = try TemporaryFolder()
        let lock = try StateLock(in: folder.path)
        let copy = try #require(
            (3..<1024).first { descriptor in
                var target = [CChar](repeating: 0, count: 4096)
                _ = readlink("/proc/self/fd/\(descriptor)", &target, target.count - 1)
                return strcmp(target, folder.filePath("lock")) == 0
            }
            .map { dup(Int32($0)) })
        defer { close(copy) }
        _ = consume lock
        #expect(try StateLock(in: folder.path).earlier == .interrupted)
    }

    @Test("a link in place of the lock is rejected")
    func lockLink() throws {
        let folder = try TemporaryFolder()
        symlink("elsewhere", folder.filePath("lock"))
        #expect(throws: StateLockFailure.file(.notRegular)) { _ = try StateLock(in: folder.path) }
        #expect(try folder.names() == ["lock"])
    }

    @Test(
        "network file systems are recognised by their magic numbers",
        arguments: [
            (UInt32(0x6969), FileSystemKind.network(name: "NFS")), (0xFF53_4D42, .network(name: "CIFS")),
            (0x6573_5546, .fuse), (0xEF53, .local), (0x9123_683E, .local),
        ])
    func kinds(magic: UInt32, kind: FileSystemKind) {
        #expect(FileSystemKind(magic: magic) == kind)
        #expect(kind.isRemote == (kind != .local))
    }

    @Test("tmpfs is local")
    func localKind() throws {
        #expect(try FileSystemKind(at: FolderPath("/dev")) == .local)
        #expect(throws: FileFailure.missing) { try FileSystemKind(at: FolderPath("/no such folder")) }
    }

    @Test("a signal right after listening began is delivered; a second listener is refused")
    func signals() async throws {
        let signals = try Signals.listen()
        #expect(throws: FileFailure.failed(code: Errno(EBUSY))) { _ = try Signals.listen() }
        kill(getpid(), SIGHUP)
        kill(getpid(), SIGTERM)
        var heard: Set<ProcessSignal> = []
        for await signal in signals {
            heard.insert(signal)
            if heard.count == 2 { break }
        }
        #expect(heard == [.hangUp, .terminate])
    }

    @Test("a closed reader is distinguished from other failures")
    func brokenPipe() throws {
        Signals.ignoreWriteSignals()
        var ends: [Int32] = [0, 0]
        pipe(&ends)
        let writing = FileDescriptor(adopting: ends[1])
        close(ends[0])
        #expect(throws: StreamFailure.closed) { try StandardStream.write([1], to: writing.number) }
        #expect(throws: StreamFailure.failed(code: Errno(EBADF))) { try StandardStream.write([1], to: -1) }
    }

    @Test("random seeds differ")
    func seeds() {
        #expect(randomSeed() != randomSeed())
    }
}
