import Domain
import Glibc
import Testing

/// In a real terminal, which `script` makes.
@Suite("textify top", .ownThread)
struct TopTests {
    @Test("a screen of its own shows how the service stands and the newest art; q gives the terminal back as it was")
    func shows() throws {
        let service = try Service()
        try service.configure(Service.quick)
        let program = try service.serve()
        try service.drop("boat.txt", Array("a boat".utf8))
        #expect(try service.textify("sync").code == 0)
        let keys = service.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let top = try terminal("top", service, keys)
        for mark in ["?1049h", "all is well", "since the start", "1 done", "sketch", "ready", "boat.txt"] {
            try top.wait(for: mark)
        }
        let typing = open(keys, O_WRONLY)
        #expect(write(typing, "q", 1) == 1)
        for mark in ["?1049lended 0", " icanon"] { try top.wait(for: mark) }
        #expect(try top.ending() == .code(0))
        close(typing)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("without a terminal it says what does the same, and where nobody answers it takes no screen")
    func refuses() throws {
        let service = try Service()
        let program = try service.serve()
        let piped = try service.textify("top")
        #expect(piped.code == 64 && piped.errors.first?.contains("textify status") == true, "\(piped)")
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        let keys = service.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let top = try terminal("top", service, keys)
        try top.wait(for: "ended 69")
        #expect(!top.log.contains { $0.contains("?1049h") })
    }

    /// Orders to the terminal begin lines here, so that they can be read as they come.
    private func terminal(_ command: String, _ service: Service, _ keys: String) throws -> Program {
        let order = "stty cols 100 rows 30; \(Spawn.place(of: "textify")) \(command) --socket \(service.socket)"
        let line = """
            script -qfec '\(order); echo "ended $?"; stty -a' /dev/null <>\(keys) | stdbuf -o0 tr '\\033' '\\n' >&2
            """
        return try Program("/bin/sh", ["-c", line], home: service.root.shown, variables: ["TERM=xterm"])
    }
}
