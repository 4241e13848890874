import Domain
import Glibc
import PlatformHTTPServer
import PlatformSystem
import Testing

@testable import textify

/// Runs every command in a real terminal, in a pipe and with `--json` against a service whose every text is hostile.
@Suite("Hostile text in the operator's terminal", .ownThread)
struct HostileTerminalTests {
    /// Escape sequences that the commands themselves print.
    private static let ours = [
        "\u{1B}[?1049h", "\u{1B}[?1049l", "\u{1B}[?25h", "\u{1B}[?25l", "\u{1B}[0m", "\u{1B}[1m", "\u{1B}[2m",
        "\u{1B}[31m", "\u{1B}[32m", "\u{1B}[33m", "\u{1B}[7m", "\u{1B}[K", "\u{1B}[J",
        // Queries the terminal's name and background colour.
        "\u{1B}[>q", "\u{1B}]11;?\u{1B}\\", "\u{1B}[c",
    ]

    /// The arguments that each command is run with. `$H` is the hostile text.
    private static let words: [String: [String]] = [
        "status": ["", "--check"],
        "jobs": ["", "-q", "--after \"$H\"", "--folder \"$H\"", "--state \"$H\"", "--cause \"$H\""],
        "failures": ["", "--after \"$H\"", "--acknowledge", "--acknowledge last", "\"$H\""],
        "show": ["last", "\"$H\""], "cat": ["last", "last --format \"$H\""],
        "render": ["last", "last --format \"$H\""],
        "search": [
            "", "-q", "--count", "--facets", "--stacks", "--grid", "\"$H\"", "--limit \"$H\"", "--like \"$H\"",
            "--like last",
        ],
        "list": ["", "--grid", "\"$H\"", "\"$H\" --grid"],
        "tags": ["", "\"$H\"", "--delete \"$H\"", "--rename \"$H\" --to a"],
        "tag": [
            "last +a", "last --suggest", "last --ask", "\"$H\" --suggest", "\"$H\" -b", "last +\"$H\"",
            "--query \"$H\" +a",
        ],
        "favourite": ["last", "\"$H\""],
        "distinct": ["last last", "\"$H\" \"$H\""],
        "export": ["\"$H\"", "\"$H\" \"$H\""], "import": ["\"$H\""],
        "delete": ["last", "--query \"$H\"", "--folder \"$H\"", "--since \"$H\""], "undelete": ["last", "--query a"],
        "web": ["", "--log-out --all"], "calendar": ["", "renew", "revoke", "\"$H\""],
        "undo": ["", "\"$H\"", "a \"$H\""],
        "redeliver": ["last", "last \"$H\""],
        "retry": ["last", "--folder \"$H\" --dry-run", "last \"$H\""],
        "approve": ["last", "--since \"$H\" --dry-run"], "cancel": ["last", "--backend \"$H\" --dry-run"],
        "forget": ["last", "--folder \"$H\" --dry-run", "--state failed --yes"], "spend": ["", "--csv", "--by \"$H\""],
        "caches": ["", "clear \"$H\"", "\"$H\""],
        "events": [""], "doctor": ["", "--config \"$H\"", "--unit --config \"$H\""],
        "setup": [
            "\"$H\"", "--dry-run --config-dir \"$H\" --inbox \"$H\"", "--dry-run --config-dir /no --backend \"$H\"",
            "--dry-run --config-dir /no --backend openai --set \"$H=1\"", "--dry-run --config-dir /no --budget \"$H\"",
        ], "sync": ["", "--timeout \"$H\""], "backup": [""],
        "cleanup": ["", "--dry-run", "\"$H\""],
        "blobs": ["move --to \"$H\"", "move --to disk", "\"$H\""],
        "verify": ["", "--repair", "-q", "\"$H\""],
        "submit": [
            "\"$H\"", "\"$H\" --wait", "a --tag \"$H\"", "a --name \"$H\" --size \"$H\"", "\"$H\" --prompt \"$H\"",
            "a --at \"$H\"", "\"$H\" --every day", "a --every day --catch-up \"$H\"",
        ],
        "plans": [
            "", "-q", "change \"$H\" --at 07:00", "change a", "pause \"$H\"", "cancel \"$H\"", "\"$H\"", "--at \"$H\"",
        ],
        "completion": [
            "\"$H\"", "words fish show ''", "words zsh jobs --folder ''", "words fish submit --backend ''",
            "words bash \"$H\" ''", "words fish plans cancel ''", "words zsh search tag:", "words fish tag last +",
            "words fish search \"tag:$H\"",
        ],
        "convert": ["\"$H\"", "\"$H\" --charset \"$H\"", "--preset \"$H\" a.png", "--\"$H\""],
        "config": ["check --config \"$H\"", "show --config \"$H\"", "show --origin --config \"$H.toml\"", "\"$H\""],
        "backend": ["test \"$H\"", "\"$H\""], "manual": ["\"$H\"", "textify"], "migrate": ["--to \"$H\"", "\"$H\""],
        "pause": ["", "\"$H\""],
        "play": ["\"$H\"", "\"$H\" \"$H\"", "--speed \"$H\" a", "--loop=\"$H\" a", "--idle \"$H\" a", "--dump \"$H\""],
        "resume": [""], "backends": ["", "\"$H\""], "reload": [""], "drain": ["", "\"$H\""], "nodes": ["", "\"$H\""],
        "gates": ["", "\"$H\""], "notify": ["", "test \"$H\"", "\"$H\""],
        "scan": [""],
    ]

    private let folder: Service
    private let hostile = HostileService()
    private let server: HTTPServer
    private var socket: String { folder.root.shown + "/hostile.sock" }

    init() throws {
        folder = try Service()
        server = try HTTPServer(ListeningSocket(at: folder.root.appending("hostile.sock")), handler: hostile)
    }

    @Test("the argument table covers every command except those that take the whole screen")
    func complete() {
        #expect(Set(Self.words.keys).union(["gallery", "top"]) == Set(CommandTable.all.map { $0.name }))
    }

    @Test("no command prints an escape sequence other than its own", arguments: words.keys.sorted(), [false, true])
    func commands(name: String, refuses: Bool) throws {
        hostile.refuse(refuses)
        for words in Self.words[name] ?? [] {
            for mode in ["", " --json", " | cat"] {
                let order = "\(Spawn.place(of: "textify")) \(name) \(words)\(mode) 2>&1"
                let printed = try terminal(order)
                check(printed, "\(name) \(words)\(mode), refused: \(refuses)")
            }
        }
        for word in [
            "\"$H\"", "--\"$H\" status", "\(name) --socket \"$H\"", "\(name) --\"$H\"", "\(name) --json --\"$H\"",
        ] {
            check(try terminal("\(Spawn.place(of: "textify")) \(word) 2>&1"), word)
        }
    }

    @Test("top prints no escape sequence other than its own") func top() throws {
        let keys = folder.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let program = try started("\(Spawn.place(of: "textify")) top", keys: keys)
        try program.wait(forOutput: "(art)")
        let typing = open(keys, O_WRONLY)
        #expect(write(typing, "q", 1) == 1)
        #expect(try program.ending() == .code(0))
        close(typing)
        check(program.output, "top")
        #expect(String(decoding: program.output, as: UTF8.self).contains(#"\x1b[2J\x1b]52;c;"#))
    }

    @Test("gallery prints no escape sequence other than its own") func gallery() throws {
        let keys = folder.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let program = try started("\(Spawn.place(of: "textify")) gallery", keys: keys)
        try program.wait(forOutput: "(art)")
        let typing = open(keys, O_WRONLY)
        for (typed, mark) in [("\r", "backend"), ("t\u{1}x", "x_"), ("\u{1B}?", "any key goes back")] {
            #expect(write(typing, typed, typed.utf8.count) == typed.utf8.count)
            try program.wait(forOutput: mark)
        }
        #expect(write(typing, "qQ", 2) == 2)
        #expect(try program.ending() == .code(0))
        close(typing)
        check(program.output, "gallery")
        #expect(String(decoding: program.output, as: UTF8.self).contains(#"\x1b[2J\x1b]52;c;"#))
    }

    @Test("status --watch prints no escape sequence other than its own") func watch() throws {
        let program = try started("\(Spawn.place(of: "textify")) status --watch", keys: "/dev/null")
        try program.wait(forOutput: "forged")
        check(program.output, "status --watch")
    }

    @Test("textifyd escapes control characters when an error quotes its command line") func daemon() throws {
        for words in [
            "\"$H\"", "--config \"$H\"", "--check --config \"$H\"", "--watch \"$H\"", "--\"$H\"",
            "--test-backend \"$H\"",
        ] {
            check(try terminal("\(Spawn.place(of: "textifyd")) \(words) 2>&1"), "textifyd \(words)")
        }
    }

    private func started(_ order: String, keys: String) throws -> Program {
        let line = "stty cols 150 rows 40; cd '\(folder.root.shown)'; export TEXTIFY_SOCKET='\(socket)'; \(order)\n"
        try FileDescriptor.folder(folder.root).replace(FileName("line"), with: Array(line.utf8))
        let script = "cd '\(folder.root.shown)'; exec script -qfec 'sh ./line' /dev/null <>\(keys)"
        return try Program(
            "/bin/sh", ["-c", script], home: folder.root.shown,
            variables: ["TERM=xterm", "H=" + HostileService.text])
    }

    private func terminal(_ order: String) throws -> [UInt8] {
        let program = try started(order, keys: "/dev/null")
        _ = try program.ending()
        return program.output
    }

    /// Expects no control characters besides `ours`. The service's art is plain letters here: art with colours has
    /// writers of its own.
    private func check(_ printed: [UInt8], _ what: String) {
        guard var text = String(validating: printed, as: UTF8.self) else {
            Issue.record("\(what): not UTF-8")
            return
        }
        // The terminal driver ends lines with CR LF.
        text = text.replacing("\r\n", with: "\n").replacing("\r\u{1B}[K", with: "")
        text = text.replacing(/\u{1B}\[[0-9]+;1H/, with: "")
        for order in Self.ours { text = text.replacing(order, with: "") }
        // Only the start of the output may clear the screen: the hostile text contains the same sequence.
        if text.hasPrefix("\u{1B}[2J\u{1B}[2J") { text.removeFirst("\u{1B}[2J\u{1B}[2J".count) }
        if text.hasPrefix("\u{1B}[2J") { text.removeFirst("\u{1B}[2J".count) }
        let left = text.unicodeScalars.filter { TerminalText.isHidden($0) && $0 != "\n" && $0 != "\t" }
        #expect(left.isEmpty, "\(what): \(text.debugDescription.prefix(600))")
        #expect(!text.contains("\nforged"), "\(what): \(text.debugDescription.prefix(600))")
    }
}
