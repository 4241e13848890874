import Domain
import Glibc
import PlatformSystem
import Testing

/// Services that share a watch folder, each with a state of its own.
@Suite("Watch folder shared by two services", .ownThread)
struct SharedFolderTests {
    /// An installation that watches the first one's inbox.
    private func second(_ first: Service, _ more: String = "") throws -> Service {
        let service = try Service()
        try service.configure("interval = \"1h\"\n" + Service.quick + "\n" + more, inbox: first.inbox.shown)
        return service
    }

    @Test("only one service processes drops; the other names it, waits, and takes over once it has stopped")
    func two() throws {
        let first = try Service()
        let served = try first.serve()
        let second = try second(first)
        let waiting = try second.start()
        let line = try waiting.wait(for: "Another textifyd")
        #expect(line.contains("(process \(served.pid))"))
        try first.drop("fox.png", Pictures.numbered(1))
        try served.wait(for: "fox.png became fox.txt")
        let sync = try second.textify("sync")
        #expect(sync.code == 75 && sync.errors.joined().contains("These folders can't be listed"))
        let status = try second.textify("status", "--check")
        #expect(status.code == 1 && status.output.contains("Another textifyd"), "\(status.output)")
        #expect(try second.textify("status", "--json").output.contains("folder_served"))
        served.send(SIGTERM)
        #expect(try served.ending() == .code(0))
        try first.drop("hen.png", Pictures.numbered(2))
        #expect(try second.textify("sync").code == 0)
        waiting.send(SIGTERM)
        #expect(try waiting.ending() == .code(0))
        #expect(try first.names(first.outbox) == ["fox.json", "fox.txt"])
        #expect(try second.names(second.outbox) == ["hen.json", "hen.txt"])
    }

    @Test("--once beside a running service processes nothing and says why") func once() throws {
        let first = try Service()
        try first.run()
        let second = try second(first)
        let pass = try second.start("--once")
        #expect(try pass.ending() == .code(75))
        #expect(try second.names(second.outbox).isEmpty)
        #expect(pass.log.joined().contains("Another textifyd"))
    }

    @Test("a service with source = observe can share the folder") func observing() throws {
        let first = try Service()
        let served = try first.serve()
        let second = try second(first, "source = \"observe\"")
        let looking = try second.serve()
        try first.drop("fox.png", Pictures.numbered(1))
        try served.wait(for: "fox.png became fox.txt")
        #expect(!looking.log.joined().contains("Another textifyd"))
    }

    @Test("a folder that a reload removes from the configuration is free for other services") func reloaded() throws {
        let first = try Service()
        try first.run()
        let second = try second(first)
        let waiting = try second.start()
        try waiting.wait(for: "Another textifyd")
        try first.configure("", inbox: "other")
        #expect(try first.textify("reload").code == 0)
        try first.drop("fox.png", Pictures.numbered(1))
        #expect(try second.textify("sync").code == 0)
        #expect(try second.names(second.outbox) == ["fox.json", "fox.txt"])
    }
}
