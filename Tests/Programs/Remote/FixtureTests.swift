import Glibc
import Testing

@Suite("A dry run", .ownThread)
struct FixtureTests {
    private func table(_ lines: String) -> String {
        "[backends.studio]\ntype = \"fixture\"\nprobe_interval = \"100ms\"\n\(lines)\n\n"
    }

    @Test("prompts become art that says that no AI made it")
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

    @Test("a key that is refused for a while fails nothing: all prompts are done after it")
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

    @Test("a paid answer that is lost holds its job for a person")
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
