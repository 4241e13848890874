import Domain
import Glibc
import Loopback
import Testing

@Suite("textifyd under a service manager", .ownThread)
struct ManagedTests {
    @Test("it says that it is ready, that it reloads, that it is ready again, and that it stops")
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
        #expect(try manager.nextText(with: "READY=1").contains("STATUS=the old configuration goes on: "))
        program.send(SIGTERM)
        #expect(try manager.nextText(with: "STOPPING=1").contains("STATUS=stopping; nothing to do"))
        #expect(try program.ending() == .code(0), "\(program.log)")
    }

    @Test("signs of life come while it serves")
    func watchdog() throws {
        let service = try Service()
        let manager = try DatagramInbox(at: service.root.shown + "/notify")
        let program = try service.managed("WATCHDOG_USEC=200000")
        for _ in 0..<3 { _ = try manager.nextText(with: "WATCHDOG=1") }
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0), "\(program.log)")
    }

    @Test("what is passed in place of a listening socket is refused in words, with 78")
    func wrongSocket() throws {
        let program = try Service().start(
            after: "exec 3</dev/null; export LISTEN_PID=$$", variables: ["LISTEN_FDS=1", "LISTEN_FDNAMES=control"])
        #expect(try program.ending() == .code(78))
        #expect(program.log.count == 1)
        #expect(program.log.first?.contains("“control”") == true, "\(program.log)")
    }

    @Test("the tool for people does without the service manager's library")
    func library() throws {
        let mark = Array("libsystemd.so".utf8)
        #expect(try bytes(of: "textifyd").firstRange(of: mark) != nil)
        #expect(try bytes(of: "textify").firstRange(of: mark) == nil)
    }

    private func bytes(of program: String) throws -> [UInt8] {
        let file = fopen(Spawn.place(of: program), "r")
        guard let file else { throw Failed(call: "fopen", code: errno) }
        defer { fclose(file) }
        // What a program is linked to stands near its beginning.
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
    /// Starts it with a service manager that listens at `notify`, and watches.
    fileprivate func managed(_ watchdog: String) throws -> Program {
        try start(
            after: "export WATCHDOG_PID=$$", variables: ["NOTIFY_SOCKET=" + root.shown + "/notify", watchdog])
    }
}

extension DatagramInbox {
    /// The next datagram that holds the assignment; those before it are passed over.
    fileprivate func nextText(with assignment: String) throws -> String {
        while true {
            let text = try nextText()
            if text.split(separator: "\n").contains(assignment[...]) { return text }
        }
    }
}
