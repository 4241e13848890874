import Domain
import Glibc
import PlatformSystem
import Testing

/// Attacks by a plugin, which runs as the service's own user.
@Suite("A hostile plugin", .ownThread)
struct HostilePluginTests {
    /// A plugin that reports whether each attempt succeeded, and makes no picture.
    private static let thief = """
        #!/bin/sh
        try() { if eval "$2" > /dev/null 2>&1; then echo "W! $1: done" >&2; else echo "W! $1: refused" >&2; fi; }
        try "a file of its own" 'echo x > "$HOME/own" && echo x > "$TMPDIR/own"'
        try "the database" 'cat ROOT/state/textifyd.db'
        try "another database" 'echo x >> ROOT/state/textifyd.db'
        try "the state folder" 'ls ROOT/state'
        try "the outbox" 'echo x > ROOT/outbox/planted.txt'
        try "the configuration" 'echo x >> ROOT/textifyd.toml'
        try "its own program" 'echo x >> ROOT/plugins/thief'
        try "the service's memory" 'head -c 1 /proc/$PPID/mem || ls /proc/$PPID/fd'
        try "the service's environment" 'head -c 1 /proc/$PPID/environ'
        try "a shared temporary folder" 'echo x > /tmp/textifyd-planted'
        echo "E! that was all" >&2
        exit 1

        """

    private func program(_ further: String) throws -> (service: Service, program: Program) {
        let service = try Service(onServer: false)
        try PluginFolder(service).install("thief", Self.thief.replacing("ROOT", with: service.root.shown))
        try service.configure(backends: PluginFolder.table("thief", "mode = \"oneshot\"\n" + further))
        try service.drop(prompt: "+++\nseed = 5\n+++\na red boat", "boat.txt")
        let program = try service.start(after: Self.asNobody(service))
        try program.wait(for: "that was all")
        return (service, program)
    }

    /// Shell commands that give the installation to an unprivileged user and run the service as that user. Root's
    /// rights would hide what the kernel grants to an ordinary one.
    private static func asNobody(_ service: Service) -> String {
        guard geteuid() == 0 else { return ":" }
        return "chown -R 65534:65534 '\(service.root.shown)'; "
            + "set -- setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\""
    }

    /// Whether the unprivileged user can execute `textifyd`. It cannot if the package is in root's home folder.
    private static var isRunnable: Bool {
        var path = FolderPath(Spawn.place(of: "textifyd"))
        while path.bytes.count > 1 {
            var status = stat()
            guard stat(path.shown, &status) == 0, geteuid() != 0 || status.st_mode & 0o001 != 0 else { return false }
            path = path.folder
        }
        return true
    }

    private func attempts(_ program: Program) -> [String] {
        program.log.compactMap { line in
            guard line.hasSuffix(": done") || line.hasSuffix(": refused") else { return nil }
            return line.split(separator: "says: ").last.map(String.init)
        }
    }

    @Test(
        "a sandboxed plugin reaches neither the database nor other files nor the service's memory",
        .enabled(if: Sandbox.isAvailable && Self.isRunnable))
    func sandboxed() throws {
        let (service, program) = try program("")
        #expect(
            attempts(program) == [
                "a file of its own: done", "the database: refused", "another database: refused",
                "the state folder: refused", "the outbox: refused", "the configuration: refused",
                "its own program: refused", "the service's memory: refused", "the service's environment: refused",
                "a shared temporary folder: refused",
            ], "\(program.log)")
        let said = try service.textify("backends")
        #expect(said.output.contains("sandboxed"), "\(said)")
    }

    @Test(
        "without a sandbox a plugin reaches files but no keys, and `backends` says that it is off",
        .enabled(if: Self.isRunnable))
    func free() throws {
        let (service, program) = try program("sandbox = \"off\"")
        let attempts = attempts(program)
        #expect(attempts.prefix(4).allSatisfy { $0.hasSuffix(": done") }, "\(program.log)")
        #expect(
            attempts.filter { $0.hasPrefix("the service's") }.allSatisfy { $0.hasSuffix(": refused") },
            "\(program.log)")
        let said = try service.textify("backends")
        #expect(said.output.contains("sandbox = \"off\""), "\(said)")
        unlink("/tmp/textifyd-planted")
    }

    @Test("keys are absent from /proc/PID/environ, and a reload still finds them")
    func environment() throws {
        let service = try Service()
        try service.configure(
            backends: "[backends.studio]\ntype = \"openai\"\nbase_url = \"http://127.0.0.1:9\"\nmodel = \"m\"\n"
                + "api_key = { env = \"STUDIO_KEY\" }\n")
        let program = try service.start(after: ":", variables: ["STUDIO_KEY=sk-told-to-nobody"])
        try program.wait(for: " started: ")
        let shown = try FileDescriptor.file(FolderPath("/proc/\(program.pid)/environ")).all(limit: 1 << 20)
        #expect(!String(decoding: shown, as: UTF8.self).contains("sk-told"))
        program.send(SIGHUP)
        try program.wait(for: "The new configuration is active")
    }

    @Test("a path that a plugin may use must exist and must not contain or be in the state folder")
    func badPaths() throws {
        let service = try Service()
        try PluginFolder(service).install("thief", "#!/bin/sh\n")
        for (line, said) in [
            ("read = [\"/no/such/models\"]", "/no/such/models"), ("write = [\"state\"]", "state folder"),
            ("read = [\".\"]", "state folder"),
        ] {
            try service.configure(backends: PluginFolder.table("thief", line))
            let program = try service.start("--check")
            #expect(
                try program.ending() == .code(78)
                    && (program.log.joined() + String(decoding: program.output, as: UTF8.self)).contains(said),
                "\(program.log)")
        }
    }
}
