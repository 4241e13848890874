import Domain
import FoundationEssentials
import Glibc
import Loopback
import PlatformSystem
import Testing

/// What people type first, and what they type by mistake.
@Suite("The command line of a new user", .ownThread)
struct MistakeTests {
    private let service: Service

    init() throws {
        service = try Service()
        try place("cat.png", Pictures.ramp())
        try place("note.txt", Array("a red fox".utf8))
    }

    private func place(_ name: String, _ bytes: [UInt8]) throws {
        try FileDescriptor.folder(service.root).replace(FileName(name), with: bytes)
    }

    /// Runs a shell line in the service's folder.
    private func shell(_ line: String) throws -> Reply {
        let order = "cd '\(service.root.shown)'; alias textify='\(Spawn.place(of: "textify"))'\n" + line
        return try service.reply(Program("/bin/sh", ["-c", order], home: service.root.shown))
    }

    @Test(
        "a picture in the place of a command is converted",
        arguments: [
            "textify cat.png", "textify ./cat.png", "textify --columns 80 cat.png", "textify - < cat.png",
            "textify -w 80 -- cat.png", "textify help cat.png > /dev/null; textify cat.png",
        ])
    func shorthand(line: String) throws {
        let whole = try shell("textify convert cat.png")
        let short = try shell(line)
        #expect(short.code == 0 && short.output == whole.output && !short.output.isEmpty, "\(short)")
    }

    @Test("a command wins over a file of its name")
    func commandFirst() throws {
        try place("manual", [])
        #expect(try shell("textify manual textify").output.contains("TEXTIFY"))
    }

    @Test(
        "an unknown command names at most three commands, or the help",
        arguments: [
            ("statsu", "status"), ("resme", "resume"), ("xyzzy", "textify --help lists the commands"),
        ])
    func unknown(word: String, advice: String) throws {
        let reply = try shell("textify \(word)")
        #expect(reply.code == 64 && reply.errors.count == 1 && reply.errors[0].contains(advice), "\(reply)")
        #expect(reply.errors[0].count { $0 == "," } <= 2)
    }

    @Test(
        "a missing picture is named, with and without the command",
        arguments: [
            "textify dog.png", "textify convert dog.png", "textify below/dog",
        ])
    func missing(line: String) throws {
        let reply = try shell(line)
        #expect(reply.code == 66 && reply.errors.joined().contains("does not exist"), "\(reply)")
    }

    @Test(
        "an extension that no format has is refused, with the list",
        arguments: [
            ("cat.avi", 64), ("cat.jpg", 64), ("cat.xyz", 64), ("cat", 0), ("cat.svg", 0), ("/dev/null", 0),
        ])
    func endings(output: String, code: Int32) throws {
        let reply = try shell("textify convert cat.png -o \(output)")
        #expect(reply.code == code, "\(reply)")
        if code != 0 { #expect(reply.errors.joined().contains(".html"), "\(reply)") }
        #expect(try shell("textify convert cat.png -o \(output) --format txt").code == 0)
    }

    @Test("a folder in the place of a picture is named as one; an empty name is no name")
    func folderAsPicture() throws {
        for line in ["textify .", "textify convert ."] {
            let reply = try shell(line)
            #expect(reply.code == 66 && reply.errors.joined().contains("is a folder"), "\(line): \(reply)")
        }
        let empty = try shell("textify convert cat.png -o ''")
        #expect(empty.code == 64 && empty.errors.joined().contains("--output requires a value"), "\(empty)")
    }

    @Test("a folder to write into is made, with its parents")
    func folders() throws {
        let reply = try shell("textify convert cat.png -o art/small/ && ls art/small")
        #expect(reply.code == 0 && reply.output == "cat.txt\n", "\(reply)")
        let occupied = try shell("textify convert cat.png -o note.txt/")
        #expect(occupied.code == 73 && occupied.errors.count == 1, "\(occupied)")
    }

    @Test("a wrong option makes no folder")
    func noFolder() throws {
        #expect(try shell("textify convert cat.png -o art/ --columns 0; ls art").output.isEmpty)
    }

    @Test("a file in the place of a prompt is refused with the commands that may be meant, and nothing is bought")
    func fileAsPrompt() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.run()
        let folder = try FileDescriptor.folder(service.root)
        try folder.replace(FileName("cat.png"), with: Pictures.ramp())
        try folder.replace(FileName("it's.txt"), with: Array("a red fox\n".utf8))
        let text = service.root.shown + "/it's.txt"
        for (path, code, advice) in [
            (service.root.shown + "/cat.png", 64, "textify convert "), (text, 64, "textify submit - < '"),
            (service.root.shown + "/dog.png", 66, "--prompt"),
        ] as [(String, Int32, String)] {
            let reply = try service.textify("submit", path)
            #expect(reply.code == code && reply.errors.joined().contains(advice), "\(reply)")
        }
        let several = try service.textify("submit", "a", "cat")
        #expect(several.code == 64 && several.errors.joined().contains("in quotes"), "\(several)")
        #expect(studio.total == 0)
        for words in [["--prompt", "dog.png"], ["--prompt", text]] {
            #expect(try service.reply(service.ask(["submit", "--wait"] + words)).code == 0)
        }
        #expect(studio.orders == ["dog.png": 1, text: 1])
    }

    @Test("- reads the prompt from standard input, without blanks around it")
    func promptFromInput() throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.run()
        let textify = "'\(Spawn.place(of: "textify"))' submit - --wait --socket '\(service.socket)'"
        let program = { (line: String) in
            try service.reply(Program("/bin/sh", ["-c", line], home: service.root.shown))
        }
        #expect(try program("printf '\\n a red\\nfox \\n' | \(textify)").code == 0)
        #expect(studio.orders == ["a red\nfox": 1])
        #expect(try program("\(textify) < /dev/null").code == 65)
        #expect(try program("printf '\\377' | \(textify)").code == 65)
        #expect(studio.total == 1)
        // Decoded like a dropped prompt.
        #expect(try program("printf '\\357\\273\\277a blue\\r\\nfox\\r\\n' | \(textify)").code == 0)
        #expect(try program("printf '\\377\\376f\\000o\\000x\\000' | \(textify)").code == 0)
        #expect(studio.orders == ["a red\nfox": 1, "a blue\nfox": 1, "fox": 1])
        let korean = try program("printf '\\260\\355\\276\\347\\300\\314 \\261\\327\\270\\262' | \(textify)")
        #expect(korean.code == 65 && korean.errors.joined().contains("CP949"), "\(korean)")
        let list = try program("printf 'a.png\\nb.jpg\\n' | \(textify)")
        #expect(list.code == 65 && list.errors.joined().contains("list of pictures"), "\(list)")
        #expect(studio.total == 3)
    }

    @Test("at a terminal, a missing picture's name is submitted only after consent", arguments: [true, false])
    func consent(agrees: Bool) throws {
        let studio = try FakeImagesServer()
        let service = try Service(backends: studio.table())
        try service.run()
        let keys = service.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let textify = "'\(Spawn.place(of: "textify"))' submit dog.png --socket '\(service.socket)'"
        let program = try service.shown("\(textify); echo ended $?", keys)
        let typing = open(keys, O_WRONLY)
        defer { close(typing) }
        #expect(write(typing, agrees ? "y\n" : "\n", agrees ? 2 : 1) > 0)
        try program.wait(for: agrees ? "ended 0" : "ended 66")
        #expect(program.log.joined().contains("[y/N]"), "\(program.log)")
        #expect(try service.textify("sync").code == 0)
        #expect(studio.total == (agrees ? 1 : 0))
    }

    @Test(
        "--timeout takes a duration or seconds, and says which",
        arguments: [
            ("1m", 0), ("90", 0), ("1500ms", 0), ("0", 64), ("2d", 64), ("soon", 64),
        ])
    func timeouts(text: String, code: Int32) throws {
        try service.run()
        let reply = try service.textify("submit", "a boat", "--timeout", text)
        #expect(reply.code == code, "\(reply)")
        if code != 0 { #expect(reply.errors.joined().contains("30s or 5m"), "\(reply)") }
    }

    @Test("spend --since counts from a day up to today")
    func since() throws {
        try service.run()
        #expect(try service.textify("submit", "a boat", "--wait", "-q").code == 0)
        for text in ["7d", "yesterday", "2026-01-01"] {
            let reply = try service.textify("spend", "--since", text)
            #expect(reply.code == 0 && reply.output.contains("sketch"), "\(reply)")
        }
        for words in [["--since", "soon"], ["--since", "7d", "--month"]] {
            #expect(try service.reply(service.ask(["spend"] + words)).code == 64)
        }
    }

    @Test("show prints the prompt once, with its origin")
    func promptOnce() throws {
        try service.run()
        #expect(try service.textify("submit", "a boat", "--name", "sea", "--wait", "-q").code == 0)
        let shown = try service.textify("show", "last").output
        #expect(shown.ranges(of: "a boat").count == 1 && shown.contains("(submission)"), "\(shown)")
    }

    @Test("help lists the words that an option accepts")
    func choices() throws {
        for (command, words) in [
            ("jobs", "queued, submitting,"), ("submit", "(high, normal, low)"), ("spend", "folder, backend, user"),
            ("cat", "txt, ansi, html, svg, png"),
        ] {
            let help = try shell("textify \(command) --help").output.replacing("\n", with: " ")
            let text = help.split(separator: " ").joined(separator: " ")
            #expect(text.contains(words), "\(command): \(text)")
        }
    }

    @Test("events shows debug events only with --verbose")
    func events() throws {
        try service.run()
        let quiet = try service.ask(["events", "--after", "0-0"])
        let verbose = try service.ask(["events", "--verbose", "--after", "0-0"])
        #expect(try service.textify("submit", "a boat", "--name", "sea", "--wait", "-q").code == 0)
        try verbose.wait(forOutput: "sea.txt became")
        try quiet.wait(forOutput: "sea.txt became")
        #expect(String(decoding: verbose.output, as: UTF8.self).contains(" debug "))
        #expect(!String(decoding: quiet.output, as: UTF8.self).contains(" debug "))
    }

    @Test("textifyd without a configuration says how to start, in commands that work")
    func bareService() throws {
        let empty = service.root.appending("empty")
        try FileDescriptor.folder(service.root).makeFolder(FileName("empty"))
        let order = "cd '\(empty.shown)'; exec '\(Spawn.place(of: "textifyd"))'"
        let reply = try service.reply(Program("/bin/sh", ["-c", order], home: empty.shown))
        #expect(reply.code == 78 && reply.errors.count == 4, "\(reply)")
        #expect(reply.errors.joined().contains("textifyd --watch inbox --outbox outbox &"))
    }
}
