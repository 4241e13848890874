import BackendKinds
import Domain
import Glibc
import Loopback
import PlatformSystem
import TestFolders
import Testing
import Words

@testable import textify

/// `textify setup`.
@Suite("Setting up", .ownThread)
struct SetupTests {
    private let service: Service
    private let studio: FakeImagesServer
    private var config: String { service.root.shown + "/etc" }
    private var units: String { service.root.shown + "/units" }
    private static let key = "sk-0123456789abcdef"

    init() throws {
        service = try Service()
        studio = try FakeImagesServer()
        try FileDescriptor.folder(service.root).write(Array((Self.key + "\n").utf8), to: FileName("key"), .owner)
    }

    private func setup(_ words: String..., variables: [String] = []) throws -> Reply {
        try service.reply(
            Program(
                "textify", ["setup", "--config-dir", config] + words, home: service.root.shown, variables: variables))
    }

    /// The options of a backend at the fake server.
    private var backend: [String] {
        ["--backend", "openai", "--set", "base_url=\(studio.server.url)/v1", "--set", "model=painter-1"]
    }

    private func setup(backend words: String..., variables: [String] = []) throws -> Reply {
        try service.reply(
            Program(
                "textify", ["setup", "--config-dir", config] + backend + words, home: service.root.shown,
                variables: variables))
    }

    private var keyFile: String { service.root.shown + "/key" }

    private func text(_ path: String) throws -> String {
        let (folder, name) = (path.split(separator: "/").dropLast().joined(separator: "/"), path.split(separator: "/"))
        return String(
            decoding: try service.bytes(FileName(String(name.last ?? "")), in: service.root.appending(folder)),
            as: UTF8.self)
    }

    private func mode(_ path: String) -> mode_t {
        var facts = stat()
        return stat(service.root.shown + "/" + path, &facts) == 0 ? facts.st_mode & 0o777 : 0
    }

    private func isThere(_ path: String) -> Bool { access(service.root.shown + "/" + path, F_OK) == 0 }

    /// The key is nowhere in what is printed.
    private func hides(_ reply: Reply) {
        #expect(!(reply.output + reply.errors.joined()).contains(Self.key), "\(reply)")
    }

    @Test("the configuration of a unit is read with the unit's folders, also where there is no home")
    func homeless() throws {
        let words = [
            "-u", "HOME", Spawn.place(of: "textify"), "setup", "--config-dir", config, "--unit-dir", units, "--inbox",
            service.root.shown + "/in", "--outbox", service.root.shown + "/out", "--budget", "9/day", "--yes",
        ]
        let reply = try service.reply(Program("/usr/bin/env", words, home: service.root.shown))
        #expect(reply.code == 0, "\(reply)")
        #expect(isThere("etc/conf.d/50-setup.toml"))
    }

    @Test("folders, a tested backend with its key in a private file, and a budget; the service reads it")
    func whole() throws {
        let (inbox, outbox) = (service.root.shown + "/new/in", service.root.shown + "/new/out")
        let reply = try setup(
            backend: "--inbox", inbox, "--outbox", outbox, "--key-file", keyFile, "--price", "0.04 USD", "--budget",
            "5.00 USD/day", "--yes")
        hides(reply)
        #expect(reply.code == 0, "\(reply)")
        #expect(reply.output.contains("none failed") && studio.total == 0, "\(reply)")
        let written = try text("etc/conf.d/50-setup.toml")
        for line in [
            "path = \"\(inbox)\"", "[backends.openai]", "api_key = { file = \"\(config)/openai.key\" }",
            "cost = { per_picture = \"0.04 USD\" }", "backend = \"openai\"", "per_day = \"5.00 USD\"",
        ] { #expect(written.contains(line + "\n"), "\(line): \(written)") }
        #expect(try text("etc/openai.key") == Self.key + "\n")
        #expect(mode("etc/openai.key") == 0o600 && isThere("new/in") && isThere("new/out"))
        let check = try Program(
            "textifyd", ["--check", "--config", config + "/textifyd.toml"], home: service.root.shown)
        #expect(try check.ending() == .code(0), "\(check.log)")
    }

    @Test("a second run keeps what it isn't given, shows what differs, and writes nothing if nothing does")
    func again() throws {
        #expect(try setup(backend: "--key-file", keyFile, "--yes").code == 0)
        let before = try text("etc/conf.d/50-setup.toml")
        let shown = try setup("--budget", "9/month", "--dry-run")
        hides(shown)
        #expect(shown.code == 0 && shown.lines.contains("+ pictures_per_month = 9"), "\(shown)")
        #expect(!shown.lines.contains { $0.hasPrefix("- ") }, "\(shown)")
        #expect(try text("etc/conf.d/50-setup.toml") == before)
        #expect(try setup("--budget", "9/month", "--yes").code == 0)
        let replaced = try setup("--budget", "8/month", "--dry-run")
        #expect(replaced.lines.contains("- pictures_per_month = 9"), "\(replaced)")
        let same = try setup("--budget", "9/month", "--yes")
        #expect(same.code == 0 && same.output.contains("already"), "\(same)")
        try FileDescriptor.folder(service.root).write(Array("other-key".utf8), to: FileName("key"), .owner)
        let other = try setup("--key-file", keyFile, "--dry-run")
        #expect(other.output.contains("another key, not shown") && !other.output.contains("other-key"), "\(other)")
    }

    @Test("the configuration's only folder is moved, not joined by another; the file's other settings stay")
    func only() throws {
        try FileDescriptor.makeFolder(service.root.appending("etc"))
        try FileDescriptor.folder(service.root.appending("etc")).write(
            Array("[[watch]]\npath = \"/srv/a\"\noutbox = \"/srv/b\"\nart.columns = 19\n".utf8),
            to: FileName("textifyd.toml"))
        let inbox = service.root.shown + "/in"
        #expect(try setup("--inbox", inbox, "--yes").code == 0)
        let written = try text("etc/conf.d/50-setup.toml")
        #expect(written.contains("name = \"a\"\n") && written.contains("path = \"\(inbox)\"\n"), "\(written)")
        #expect(!written.contains("outbox"))
        let shown = try service.reply(
            Program("textify", ["config", "show", "--config", config + "/textifyd.toml"], home: service.root.shown))
        #expect(shown.lines.filter { $0 == "[[watch]]" }.count == 1, "\(shown)")
        #expect(shown.lines.contains("columns = 19") && shown.lines.contains("outbox = \"/srv/b\""), "\(shown)")
    }

    @Test("a backend that fails its test is not written, unless the test is skipped")
    func broken() throws {
        let words = ["--backend", "openai", "--set", "base_url=http://127.0.0.1:1/v1", "--set", "model=m"]
        func run(_ more: String) throws -> Reply {
            try service.reply(
                Program(
                    "textify", ["setup", "--config-dir", config, "--key-file", keyFile, "--yes", more] + words,
                    home: service.root.shown))
        }
        let reply = try run("--yes")
        hides(reply)
        #expect(reply.code == 65 && reply.output.contains("FAIL"), "\(reply)")
        #expect(reply.errors.last?.contains("nothing was written") == true && !isThere("etc"), "\(reply)")
        #expect(try run("--skip-test").code == 0)
        #expect(isThere("etc/openai.key"))
    }

    @Test(
        "wrong input is one sentence that names the option; nothing is written",
        arguments: [
            (["--backend", "opnai"], 64, "openai"), (["--backend", "karlo"], 64, "--key-file"),
            (["--backend", "bfl", "--key-file", "KEY"], 78, "--set model"),
            (["--set", "model=a"], 64, "--backend"), (["--backend", "sketch", "--price", "1 USD"], 64, "sketch"),
            (["--backend", "a1111", "--set", "base_ur=x"], 64, "base_url"),
            (["--backend", "a1111", "--set", "base_url=x"], 78, "--set base_url"),
            (["--backend", "a1111", "--set", "api_key=sk-0123456789abcdef"], 64, "--key-file"),
            (["--backend", "a1111", "--set", "sk-0123456789abcdef"], 64, "--set"),
            (["--backend", "karlo", "--key-file", "sk-0123456789abcdef"], 66, "--key-file"),
            (["--backend", "karlo", "--key", "sk-0123456789abcdef"], 66, "--key-file"),
            (["sk-0123456789abcdef"], 64, "--key-file"),
            (["--budget", "5 dollars"], 64, "--budget"), (["--budget", "5 USD/week"], 64, "--budget"),
            (["--backend", "karlo", "--key-file", "KEY", "--budget", "5 USD"], 78, "--price"),
            (["--backend", "karlo", "--key-file", "KEY", "--price", "cheap"], 78, "--price"),
            (["--inbox", "/a", "--outbox", "/a"], 78, "--outbox"),
        ])
    func mistakes(words: [String], code: Int32, part: String) throws {
        let words = words.map { $0 == "KEY" ? keyFile : $0 }
        let reply = try service.reply(
            Program(
                "textify", ["setup", "--config-dir", config, "--skip-test", "--yes"] + words, home: service.root.shown))
        hides(reply)
        #expect(reply.code == code && reply.errors.count == 1, "\(reply)")
        #expect(reply.errors.first?.contains(part) == true, "\(reply)")
        #expect(!isThere("etc"))
    }

    @Test("without a terminal, --yes or --dry-run is required; a key file must hold one line")
    func unattended() throws {
        let reply = try setup("--budget", "5/day")
        #expect(reply.code == 64 && reply.errors.first?.contains("--yes") == true, "\(reply)")
        try FileDescriptor.folder(service.root).write(Array("a b\n".utf8), to: FileName("key"), .owner)
        #expect(try setup(backend: "--key-file", keyFile, "--dry-run").code == 65)
    }

    @Test("a broken configuration is reported with its place, and nothing is asked or written")
    func brokenBase() throws {
        try FileDescriptor.makeFolder(service.root.appending("etc"))
        try FileDescriptor.folder(service.root.appending("etc")).write(
            Array("[log]\nlevel = 1\n".utf8), to: FileName("textifyd.toml"))
        let reply = try setup("--yes")
        #expect(reply.code == 78 && reply.errors.joined().contains("/etc/textifyd.toml:2:9: log.level"), "\(reply)")
        #expect(!isThere("etc/conf.d"))
    }

    @Test("with systemd-creds the key becomes an encrypted credential with its drop-in, and the folders theirs")
    func credential() throws {
        try installProgram(
            """
            #!/bin/sh
            [ "$1" = encrypt ] && [ "$2" = --name=openai ] && [ "$3$4" = -- ] || exit 1
            echo encrypted; wc -c

            """, as: "systemd-creds", in: service.root)
        let path = "PATH=\(service.root.shown):/usr/bin:/bin"
        let reply = try setup(backend: "--key-file", keyFile, "--unit-dir", units, "--yes", variables: [path])
        hides(reply)
        #expect(reply.code == 0 && reply.lines.suffix(2).allSatisfy { $0.contains("systemctl ") }, "\(reply)")
        #expect(try text("etc/credentials/openai.cred") == "encrypted\n\(Self.key.utf8.count)\n")
        #expect(mode("etc/credentials/openai.cred") == 0o600 && !isThere("etc/openai.key"))
        let dropIn = "[Service]\nLoadCredentialEncrypted=openai:\(config)/credentials/openai.cred\n"
        #expect(try text("units/50-credential-openai.conf") == dropIn)
        #expect(try text("etc/conf.d/50-setup.toml").contains("api_key = { credential = \"openai\" }\n"))
        let again = try setup("--unit-dir", units, "--budget", "1/day", "--dry-run", variables: [path])
        #expect(again.code == 0 && again.output.contains("not tested"), "\(again)")
    }

    @Test("where systemd-creds fails, the key becomes a private file, in words")
    func noCredential() throws {
        try installProgram("#!/bin/sh\nexit 1\n", as: "systemd-creds", in: service.root)
        let path = "PATH=\(service.root.shown):/usr/bin:/bin"
        let reply = try setup(backend: "--key-file", keyFile, "--unit-dir", units, "--yes", variables: [path])
        #expect(reply.code == 0 && reply.output.contains("systemd-creds can't"), "\(reply)")
        #expect(mode("etc/openai.key") == 0o600 && !isThere("units/50-credential-openai.conf"))
    }

    @Test("at a terminal it asks, repeats a question after a wrong answer, and hides the key")
    func asked() throws {
        let keys = service.root.shown + "/keys"
        #expect(mkfifo(keys, 0o600) == 0)
        let typing = open(keys, O_RDWR)
        defer { close(typing) }
        func type(_ text: String) {
            let bytes = Array((text + "\n").utf8)
            #expect(bytes.withUnsafeBytes { write(typing, $0.baseAddress, $0.count) } == bytes.count)
        }
        let textify = Spawn.place(of: "textify")
        let program = try service.shown("\(textify) setup --config-dir '\(config)'", keys)
        for (question, answer) in [
            ("Folder to watch", service.root.shown + "/in"), ("Folder for results", service.root.shown + "/in"),
            ("Folder for results", service.root.shown + "/out"), ("Backend that makes", "opnai"),
            ("Backend that makes", "openai"), ("base_url", "x"), ("base_url", studio.server.url + "/v1"),
            ("model", "painter-1"), ("API key of openai", "a b"), ("API key of openai", Self.key),
            ("Price of a picture", "0.04 USD"), ("Budget", "much"), ("Budget", "5 USD/day"), ("Write this?", "y"),
        ] {
            try program.wait(forError: question)
            type(answer)
        }
        #expect(try program.ending() == .code(0))
        let shown = program.log.joined(separator: "\n")
        #expect(!shown.contains(Self.key), "\(shown)")
        #expect(shown.contains("none failed"), "\(shown)")
        #expect(try text("etc/openai.key") == Self.key + "\n")
        #expect(try text("etc/conf.d/50-setup.toml").contains("per_day = \"5.00 USD\"\n"))
    }

    @Test("every choice has its settings, and its name can be a table's and a credential's")
    func choices() {
        #expect(backendChoices.map(\.name).contains("openai") && backendChoices.map(\.name).contains("bfl"))
        #expect(!backendChoices.contains { ["exec", "fixture", "openai-chat", "template"].contains($0.name) })
        for choice in backendChoices {
            for key in choice.required { #expect(SetupFields.help(of: key, choice) != nil, "\(choice.name) \(key)") }
        }
        #expect(backendChoices.first { $0.name == "bfl" }?.required == ["model"])
        #expect(backendChoices.first { $0.name == "karlo" }?.needsKey == true)
    }

    @Test("budgets", arguments: ["5.00 USD/day", "50.00 USD/month", "100/day", "7/month"])
    func budgets(text: String) throws {
        let budget = try #require(SetupBudget(text))
        let table = FieldValue(.table([FieldEntry(name: budget.key, value: budget.value)]))
        #expect(SetupBudget.text(of: table) == text)
    }

    @Test("only the lines that differ are shown, with those around them")
    func difference() {
        let old = "a\nb\nc\nd\ne\nf\ng\n"
        #expect(LineDifference.lines(old, old).isEmpty)
        #expect(
            LineDifference.lines(old, "a\nb\nc\nD\ne\nf\ng\nh\n") == [
                "  b", "  c", "- d", "+ D", "  e", "  f", "  g", "+ h",
            ])
    }
}
