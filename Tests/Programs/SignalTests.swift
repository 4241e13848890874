import Domain
import Glibc
import Testing

@Suite("Signals to textifyd", .ownThread)
struct SignalTests {
    @Test("SIGTERM finishes running work without partial results, and the next start processes the rest")
    func drain() throws {
        let service = try Service()
        for number in 0..<40 { try service.drop("\(number).png", Pictures.numbered(number)) }
        let program = try service.start()
        try program.wait(for: " job_done: ")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(program.log.last?.contains(" stopped: ") == true)
        let names = try service.names(service.outbox)
        #expect(names.allSatisfy { $0.hasSuffix(".txt") || $0.hasSuffix(".json") }, "\(names)")
        let stems = Set(names.map { FileName($0).stem.shown })
        #expect(!stems.isEmpty)
        #expect(names == stems.flatMap { [$0 + ".json", $0 + ".txt"] }.sorted())
        let rest = try service.start("--once")
        #expect(try rest.ending() == .code(0), "\(rest.log)")
        #expect(try service.names(service.outbox).count == 80)
    }

    @Test("a second SIGTERM does not kill a service that is exiting", arguments: 0..<5)
    func again(_ round: Int) throws {
        let program = try Service().serve()
        program.send(SIGTERM)
        try program.wait(for: " stopped: ")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0), "\(program.log)")
    }

    @Test("SIGINT stops an idle service")
    func interrupt() throws {
        let program = try Service().serve()
        program.send(SIGINT)
        #expect(try program.ending() == .code(0), "\(program.log)")
    }

    @Test("SIGHUP with an invalid file keeps the old configuration and logs every mistake in one line")
    func brokenReload() throws {
        let service = try Service()
        let program = try service.serve()
        try service.configure("art.columns = 8\nouputs = [\"txt\"]")
        program.send(SIGHUP)
        let complaint = try program.wait(for: " reload_failed: ")
        #expect(complaint.contains("the previous one stays active"))
        #expect(complaint.contains("textifyd.toml:7:") && complaint.contains("textifyd.toml:8:"))
        #expect(try width(of: "after.png", service, program) == 16)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("SIGHUP with a valid file applies the new configuration")
    func goodReload() throws {
        let service = try Service()
        let program = try service.serve()
        #expect(try width(of: "before.png", service, program) == 16)
        try service.configure(Service.quick.replacing("columns = 16", with: "columns = 24"))
        program.send(SIGHUP)
        try program.wait(for: " started: ")
        #expect(try width(of: "after.png", service, program) == 24)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    /// Drops a picture and returns the number of characters in its art's longest line.
    private func width(of name: String, _ service: Service, _ program: Program) throws -> Int? {
        try service.drop(name, Pictures.ramp())
        try program.wait(for: " job_done: ")
        let art = try service.text(FileName(name).stem.shown + ".txt", in: service.outbox)
        return art.split(separator: "\n").map(\.count).max()
    }
}
