import Glibc
import Testing

@Suite("Fixture backend", .ownThread)
struct FixtureTests {
    private func table(_ lines: String) -> String {
        "[backends.studio]\ntype = \"fixture\"\nprobe_interval = \"100ms\"\n\(lines)\n\n"
    }

    @Test("a prompt becomes art whose provenance says that no AI made it")
    func painted() throws {
        let service = try Service(backends: table(""))
        let program = try service.start()
        try program.wait(for: " started: ")
        try service.drop(prompt: "a fox", "fox.txt")
        try program.wait(for: " job_done: ")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        let told = try String(decoding: service.bytes("fox.json", in: service.outbox), as: UTF8.self)
        #expect(told.contains("fixture, no AI"), "\(told)")
    }

    @Test("no prompt fails while a key is temporarily rejected, and all finish afterwards")
    func down() throws {
        let service = try Service(backends: table("fault = \"auth\"\nafter = 2\ntimes = 4\nconcurrency = 1"))
        let program = try service.start()
        try program.wait(for: " started: ")
        for number in 1...6 { try service.drop(prompt: "boat \(number)", "boat-\(number).txt") }
        try program.wait(for: " job_done: ", 6)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(program.log.contains { $0.contains(" backend_auth: ") })
        #expect(!program.log.contains { $0.contains("job_failed") })
    }

    @Test("a job whose paid answer was lost waits for a person to decide")
    func dropped() throws {
        let service = try Service(backends: table("fault = \"drop\"\ntimes = 1\nfree = false"))
        let program = try service.start()
        try program.wait(for: " started: ")
        try service.drop(prompt: "a fox", "fox.txt")
        let line = try program.wait(for: " job_unknown: ")
        #expect(line.contains("retry --may-pay-twice"))
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }
}
