import Domain
import Glibc
import Loopback
import PlatformSystem
import Testing

@Suite("textifyd under a service manager", .ownThread)
struct ManagedTests {
    @Test("it notifies the manager when it is ready, reloads, is ready again and stops")
    func walk() throws {
        let service = try Service()
        let manager = try DatagramInbox(at: service.root.shown + "/notify")
        let program = try service.managed("WATCHDOG_USEC=600000000")
        let ready = try manager.nextText(with: "READY=1")
        #expect(ready.contains("STATUS=watching 1 folder; nothing to do"))
        program.send(SIGHUP)
        let reloading = try manager.nextText(with: "RELOADING=1")
        #expect(abs(try microseconds(in: reloading) - now()) < 60_000_000)
        #expect(try !manager.nextText(with: "READY=1").contains("the old configuration"))
        try service.configure("ouputs = 1")
        program.send(SIGHUP)
        _ = try manager.nextText(with: "RELOADING=1")
        #expect(try manager.nextText(with: "READY=1").contains("STATUS=the previous configuration stays active: "))
        program.send(SIGTERM)
        #expect(try manager.nextText(with: "STOPPING=1").contains("STATUS=stopping; nothing to do"))
        #expect(try program.ending() == .code(0), "\(program.log)")
    }

    @Test("it sends watchdog notifications while it runs")
    func watchdog() throws {
        let service = try Service()
        let manager = try DatagramInbox(at: service.root.shown + "/notify")
        let program = try service.managed("WATCHDOG_USEC=200000")
        for _ in 0..<3 { _ = try manager.nextText(with: "WATCHDOG=1") }
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0), "\(program.log)")
    }

    @Test("the socket unit's listener is adopted and made close-on-exec")
    func listener() throws {
        let service = try Service()
        let manager = try DatagramInbox(at: service.root.shown + "/notify")
        let listener = try away(Listening.unix(service.root.shown + "/control.sock"))
        defer { close(listener) }
        let program = try service.passed([listener], "control", ["NOTIFY_SOCKET=" + service.root.shown + "/notify"])
        _ = try manager.nextText(with: "READY=1")
        let proc = try FileDescriptor.folder(FolderPath("/proc/\(program.pid)/fdinfo"))
        let facts = String(decoding: try proc.file(beneath: FileName("3")).all(limit: 4_096), as: UTF8.self)
        let line = try #require(facts.split(separator: "\n").first { $0.hasPrefix("flags:") })
        let flags = try #require(Int32(line.split(separator: "\t").last ?? "", radix: 8))
        #expect(flags & O_CLOEXEC != 0)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0), "\(program.log)")
    }

    @Test("a passed file, a datagram socket and a second socket are refused with 78 and one line")
    func wrongSockets() throws {
        let service = try Service()
        let file = try away(open("/dev/null", O_RDONLY))
        let datagrams = try away(socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0))
        let listener = try away(Listening.unix(service.root.shown + "/control.sock"))
        defer { for number in [file, datagrams, listener] { close(number) } }
        try expectRefusal("“nothing”", try service.passed([file], "nothing"))
        try expectRefusal("“control”", try service.passed([datagrams], "control"))
        try expectRefusal("2 sockets", try service.passed([listener, listener], "control:metrics"))
    }

    private func expectRefusal(_ word: String, _ program: Program) throws {
        #expect(try program.ending() == .code(78))
        #expect(program.log.count == 1)
        #expect(program.log.first?.contains(word) == true, "\(program.log)")
    }

    /// Moves a descriptor to a number of at least 100, where it does not collide with those that the child receives.
    private func away(_ number: Int32) throws -> Int32 {
        defer { close(number) }
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 100)
        guard copy >= 0 else { throw Failed(call: "fcntl", code: errno) }
        return copy
    }

    @Test("textifyd is linked to libsystemd and textify is not")
    func library() throws {
        let mark = Array("libsystemd.so".utf8)
        #expect(try bytes(of: "textifyd").firstRange(of: mark) != nil)
        #expect(try bytes(of: "textify").firstRange(of: mark) == nil)
    }

    private func bytes(of program: String) throws -> [UInt8] {
        let file = fopen(Spawn.place(of: program), "r")
        guard let file else { throw Failed(call: "fopen", code: errno) }
        defer { fclose(file) }
        // The names of linked libraries are near the beginning of the file.
        return [UInt8](unsafeUninitializedCapacity: 1 << 22) { buffer, count in
            count = fread(buffer.baseAddress, 1, buffer.count, file)
        }
    }

    private func microseconds(in message: String) throws -> Int64 {
        let line = try #require(message.split(separator: "\n").first { $0.hasPrefix("MONOTONIC_USEC=") })
        return try #require(Int64(line.dropFirst("MONOTONIC_USEC=".count)))
    }

    private func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}

extension Service {
    /// Starts the service with passed sockets, as a service manager does.
    fileprivate func passed(_ sockets: [Int32], _ names: String, _ variables: [String] = []) throws -> Program {
        try start(
            after: "export LISTEN_PID=$$",
            variables: ["LISTEN_FDS=\(sockets.count)", "LISTEN_FDNAMES=" + names] + variables, passed: sockets)
    }

    /// Starts the service with a notification socket at `notify` and a watchdog.
    fileprivate func managed(_ watchdog: String) throws -> Program {
        try start(
            after: "export WATCHDOG_PID=$$", variables: ["NOTIFY_SOCKET=" + root.shown + "/notify", watchdog])
    }
}

extension DatagramInbox {
    /// Returns the next datagram that contains the assignment as a line, skipping those before it.
    fileprivate func nextText(with assignment: String) throws -> String {
        while true {
            let text = try nextText()
            if text.split(separator: "\n").contains(assignment[...]) { return text }
        }
    }
}
