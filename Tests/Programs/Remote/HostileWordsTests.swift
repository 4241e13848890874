import Domain
import Glibc
import Loopback
import PlatformSystem
import Testing

/// Attacks by file names, providers and plugins on the terminal that shows the log and the jobs.
@Suite("Hostile text from files, providers and plugins", .ownThread)
struct HostileWordsTests {
    /// Hostile file names, some as bytes because they are not UTF-8.
    private static let names: [FileName] = [
        FileName("\u{1B}]52;c;ZXZpbA==\u{7}.txt"), FileName(bytes: [0x9B] + Array("31m.txt".utf8)),
        FileName("\u{9B}31m.txt"), FileName("two\n2026-01-01T00:00:00.000Z error forged: line.txt"),
        FileName("safe\r\u{1B}[2K.txt"), FileName("invoice\u{202E}gpj.txt"), FileName("\u{8}\u{8}\u{7F}.txt"),
    ]

    private static let message =
        #"\u001b[2J\u001b]52;c;ZXZpbA==\u0007\u009b31mno\u0008\u0008\rroot\u202egpj\u2066\nforged error forged: line"#

    @Test("file names and provider messages are escaped in the log and in every command")
    func provider() throws {
        let studio = try FakeImagesServer { _ in
            .json(#"{"error":{"message":"\#(Self.message)","type":"invalid_request_error","code":"bad"}}"#, status: 400)
        }
        let service = try Service(backends: studio.table())
        for (number, name) in Self.names.enumerated() {
            try service.drop(name, Array("a boat \(number)".utf8))
        }
        let program = try service.serve()
        #expect(try service.textify("sync").code == 0)
        for order in ["jobs", "jobs --json", "show last", "show last --json", "status", "status --json"] {
            let shown = try terminal(service, order)
            check(String(decoding: shown, as: UTF8.self).replacing("\r\n", with: "\n"), order)
        }
        #expect(try service.jobs("failed").count == Self.names.count)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
        #expect(program.log.contains { $0.contains(#"\x1b]52;c;ZXZpbA==\x07.txt"#) }, "\(program.log)")
        for line in program.log { check(line, "log") }
    }

    @Test("a plugin's standard error is escaped in the log") func plugin() throws {
        let service = try Service()
        try PluginFolder(service).install(
            "weave",
            """
            #!/bin/sh
            printf '\\033[2J\\033]52;c;ZXZpbA==\\007\\233\\302\\23331m\\rroot\\342\\200\\256gpj\\n' >&2
            exec \(PluginFolder.samples)/weave
            """)
        try service.configure(backends: PluginFolder.table("weave", "read = [\"\(PluginFolder.samples)\"]"))
        try service.drop(prompt: "a boat", "boat.txt")
        let program = try service.start("--once")
        #expect(try program.ending() == .code(0), "\(program.log)")
        #expect(program.log.contains { $0.contains("52;c;ZXZpbA==") }, "\(program.log)")
        for line in program.log { check(line, "log") }
    }

    @Test("control characters in a submitted or dropped request are refused, and no backend is called")
    func refused() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        let program = try service.serve()
        for words in [
            ["a\u{1B}[2J"], ["a", "--tag", "b\u{9B}1m"], ["a", "--name", "b\u{7}"], ["a", "--reference", "\u{7F}"],
        ] {
            let reply = try service.reply(service.ask(["submit"] + words))
            #expect([64, 65].contains(reply.code), "\(reply)")
            #expect(reply.errors.contains { $0.contains("control character") }, "\(reply.errors)")
        }
        let files = [
            ("a.txt", "a\u{1B}[2J"), ("b.txt", "+++\ntags = [\"\\u001b[2J\"]\n+++\na"),
            ("c.toml", #"prompt = "a\u009b1m""#),
            ("d.json", #"{"prompt": "a\u0007"}"#), ("e.jsonl", #"{"prompt": "a", "tags": ["\u007f"]}"#),
        ]
        for (name, text) in files { try service.drop(name, Array(text.utf8)) }
        try program.wait(for: " control_character: ", files.count)
        #expect(studio.total == 0)
        program.send(SIGTERM)
        #expect(try program.ending() == .code(0))
    }

    private func terminal(_ service: Service, _ order: String) throws -> [UInt8] {
        let line = "stty cols 160 rows 40; \(Spawn.place(of: "textify")) \(order) --socket \(service.socket)\n"
        try FileDescriptor.folder(service.root).replace(FileName("line"), with: Array(line.utf8))
        let script = "cd '\(service.root.shown)'; exec script -qfec 'sh ./line' /dev/null </dev/null"
        let program = try Program("/bin/sh", ["-c", script], home: service.root.shown, variables: ["TERM=xterm"])
        _ = try program.ending()
        return program.output
    }

    private func check(_ text: String, _ what: String) {
        let hidden = text.unicodeScalars.filter { TerminalText.isHidden($0) && $0 != "\n" }
        #expect(hidden.isEmpty, "\(what): \(text.debugDescription)")
        let forged = text.split(separator: "\n").filter { $0.hasPrefix("forged") || $0.hasPrefix("2026-01-01") }
        #expect(forged.isEmpty, "\(what): \(forged)")
    }
}
