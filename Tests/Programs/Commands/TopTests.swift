import Domain
import FoundationEssentials
import Glibc
import Loopback
import PlatformSystem
import Testing

/// Runs the commands in a real terminal, which `script` provides.
@Suite("textify top", .ownThread)
struct TopTests {
    @Test("top shows the service's state and jobs on the alternate screen, and q restores the terminal")
    func shows() throws {
        let service = try Service()
        try service.configure(Service.quick)
        let program = try service.serve()
        try service.drop("boat.txt", Array("a boat".utf8))
        #expect(try service.textify("sync").code == 0)
        let keys = service.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let top = try terminal("top", service, keys)
        for mark in ["?1049h", "all is well", "since start", "1 done", "sketch", "ready", "boat.txt"] {
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

    @Test("keys select and open a job, and cancel it after a question; its art fits its place")
    func keys() throws {
        let studio = try FakeImagesServer { _ in .json("{\"error\":{\"message\":\"no\"}}", status: 401) }
        let service = try Service(backends: studio.table(probed: "1h"))
        let program = try service.serve()
        try service.drop(prompt: "boat 5", "boat.txt")
        try program.wait(for: " backend_auth: ")
        try service.drop("ramp.png", Pictures.ramp())
        try program.wait(for: " job_done: ")
        let keys = service.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let top = try terminal("top", service, keys)
        let typing = open(keys, O_WRONLY)
        defer { close(typing) }
        try top.wait(for: "ramp.png")
        for (typed, mark) in [
            ("/boat\r", "filter: boat"), ("\u{1B}[B", "> "), ("\r", "created"), ("x", "Cancel "),
            ("y", "cancelled"), ("\u{1B}", "filter: boat"),
        ] {
            #expect(write(typing, typed, typed.utf8.count) == typed.utf8.count)
            try top.wait(for: mark)
        }
        #expect(write(typing, "q", 1) == 1)
        try top.wait(for: "ended 0")
        #expect(try service.jobs("cancelled").count == 1)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("started in the background, top is stopped before it draws anything") func background() throws {
        let service = try Service()
        let program = try service.serve()
        let order = "\(Spawn.place(of: "textify")) top --socket \(service.socket)"
        let top = try service.shown("bash -mc \"\(order) & wait %1; echo stopped \\$?; kill -KILL %1\"")
        try top.wait(for: "stopped 150")
        #expect(!top.log.contains { $0.contains("?1049h") })
        _ = try top.ending()
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("SIGQUIT ends top after it has restored the terminal") func quits() throws {
        let service = try Service()
        let program = try service.serve()
        let order = "\(Spawn.place(of: "textify")) top --socket \(service.socket)"
        let top = try service.shown("ulimit -c 0; sh -c \"echo \\$\\$ > pid; exec \(order)\"; echo ended $?; stty -a")
        try top.wait(for: "all is well")
        let pid = try String(contentsOfFile: service.root.shown + "/pid", encoding: .utf8)
        kill(try #require(pid_t(pid.filter(\.isNumber))), SIGQUIT)
        for mark in ["?1049l", "ended 131", " icanon"] { try top.wait(for: mark) }
        _ = try top.ending()
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("status --watch redraws in place and follows the terminal's size; in a pipe it prints plain lines")
    func watch() throws {
        let service = try Service()
        let program = try service.serve()
        let order = "\(Spawn.place(of: "textify")) status --watch --socket \(service.socket)"
        let line = "(\(order)) & read size; stty cols 40 rows 5; wait"
        let keys = service.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let watch = try service.shown(line, keys)
        try watch.wait(for: "[1;1Htextifyd")
        let typing = open(keys, O_WRONLY)
        #expect(write(typing, "\n", 1) == 1)
        // Of five rows, the fourth shows the last line.
        try watch.wait(for: "[4;1H…")
        close(typing)
        let piped = try service.ask(["status", "--watch"])
        try piped.wait(forOutput: "textifyd")
        #expect(!piped.output.contains(27))
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    @Test("without a terminal top suggests textify status, and without a service it opens no screen")
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

    /// Runs a command in a terminal. Each escape character becomes a line break in the log, so that `wait` sees the
    /// output as it arrives.
    private func terminal(_ command: String, _ service: Service, _ keys: String) throws -> Program {
        let order = "stty cols 100 rows 30; \(Spawn.place(of: "textify")) \(command) --socket \(service.socket)"
        let line = """
            script -qfec '\(order); echo "ended $?"; stty -a' /dev/null <>\(keys) | stdbuf -o0 tr '\\033' '\\n' >&2
            """
        return try Program("/bin/sh", ["-c", line], home: service.root.shown, variables: ["TERM=xterm"])
    }
}
