import Domain
import Glibc
import PlatformSystem
import Testing

@Suite("Exit codes of textifyd", .ownThread)
struct ExitTests {
    @Test("--once exits with 0 after good drops and for an empty folder")
    func allDone() throws {
        let service = try Service()
        let idle = try service.start("--once")
        #expect(try idle.ending() == .code(0), "\(idle.log)")
        try service.drop("one.png", Pictures.numbered(1))
        let busy = try service.start("--once")
        #expect(try busy.ending() == .code(0), "\(busy.log)")
        #expect(try service.names(service.outbox) == ["one.json", "one.txt"])
    }

    @Test("--once exits with 65 when a drop fails, and still processes the rest")
    func someFailed() throws {
        let service = try Service()
        try service.drop("bad.png", Array("no picture".utf8))
        try service.drop("good.png", Pictures.numbered(2))
        let program = try service.start("--once")
        #expect(try program.ending() == .code(65), "\(program.log)")
        #expect(try service.names(service.outbox) == ["good.json", "good.txt"])
        #expect(try service.names(service.failed) == ["bad.png", "bad.png.error.txt"])
        let sentence = try service.text("bad.png.error.txt", in: service.failed)
        #expect(
            sentence
                == "bad.png has the picture extension .png but contains text. If it is a prompt, rename it to .txt.\n")
    }

    @Test("The libraries' exit handlers don't run: threads may still use what they free")
    func noHandlers() throws {
        let service = try Service()
        let linker = service.root.shown + "/linker"
        let program = try service.start(
            "--once", after: "true", variables: ["LD_DEBUG=files", "LD_DEBUG_OUTPUT=\(linker)"])
        #expect(try program.ending() == .code(0), "\(program.log)")
        let report = try service.text("linker.\(program.pid)", in: service.root)
        #expect(report.contains("calling init: ") && !report.contains("calling fini: "))
    }

    @Test("a second instance on the same state exits with 75 and names the process that uses it")
    func secondInstance() throws {
        let service = try Service()
        let first = try service.serve()
        let second = try service.start()
        #expect(try second.ending() == .code(75))
        #expect(second.log.count == 1)
        let sentence = second.log.first ?? ""
        #expect(sentence.contains("another textifyd (process \(first.pid)) is using the state folder"))
        #expect(sentence.contains("Stop it first"))
    }

    @Test("--check reports each mistake with its place and the intended key, and exits with 78")
    func check() throws {
        let service = try Service()
        let good = try service.start("--check")
        #expect(try good.ending() == .code(0))
        #expect(String(decoding: good.output, as: UTF8.self) == "The configuration is valid: 1 watch folder.\n")
        try service.configure("  intervall = \"3s\"\n  art.colums = 20")
        let bad = try service.start("--check")
        #expect(try bad.ending() == .code(78))
        #expect(bad.output.isEmpty)
        let lines = bad.log
        try #require(lines.count == 2, "\(lines)")
        #expect(lines[0].contains("/textifyd.toml:7:3: ") && lines[0].contains("watch[0].interval"))
        #expect(lines[1].contains("/textifyd.toml:8:") && lines[1].contains("columns"))
    }

    @Test("--check reports in one run all that a start would refuse, a line each with file and key")
    func checkedStart() throws {
        let service = try Service()
        let root = service.root.shown
        try service.write(
            """
            [service]
            state = "outbox.txt/state"
            [control]
            listen = "127.0.0.1:18187"
            token_file = "token"
            [backends.one]
            type = "openai"
            base_url = "http://127.0.0.1:1/v1"
            model = "m"
            api_key = { file = "missing-key" }
            [backends.two]
            type = "openai"
            base_url = "http://127.0.0.1:1/v1"
            model = "m"
            ca_file = "missing-ca"
            api_key = { file = "open-key" }
            [[watch]]
            path = "inbox"
            outbox = "outbox.txt"
            """)
        let folder = try FileDescriptor.folder(service.root)
        try folder.replace(FileName("outbox.txt"), with: [])
        try folder.replace(FileName("open-key"), with: Array("key".utf8))
        #expect(chmod(root + "/open-key", 0o644) == 0)
        let before = try service.names(service.root)
        let program = try service.start("--check")
        #expect(try program.ending() == .code(73))
        #expect(program.output.isEmpty)
        let config = root + "/textifyd.toml:"
        let expected = [
            ("service.state: ", "outbox.txt"), ("watch[0].outbox: ", root + "/outbox.txt"),
            ("control.token_file: ", root + "/token"), ("", root + "/missing-ca"),
            ("backends.one.api_key: ", root + "/missing-key"), ("backends.two.api_key: ", "chmod 600"),
        ]
        let lines = program.log
        try #require(lines.count == expected.count, "\(lines)")
        for (index, (key, part)) in expected.enumerated() {
            let line = index == 0 ? lines[0].replacing("textifyd: ", with: "", maxReplacements: 1) : lines[index]
            #expect(line.hasPrefix(config) && line.contains(": " + key) && line.contains(part), "\(line)")
        }
        #expect(try service.names(service.root) == before)
    }

    @Test("--check finds a state folder and an outbox that the service's user may not write")
    func checkedRights() throws {
        let service = try Service()
        let folders = [service.outbox.shown, service.root.shown]
        for folder in folders { #expect(chmod(folder, 0o555) == 0) }
        defer { for folder in folders { chmod(folder, 0o755) } }
        let drop = "set -- setpriv --reuid=65534 --regid=65534 --clear-groups \"$@\" --check"
        let program = try service.start(after: getuid() == 0 ? drop : "set -- \"$@\" --check")
        #expect(try program.ending() == .code(73), "\(program.log)")
        let lines = program.log
        try #require(lines.count == 2, "\(lines)")
        #expect(lines[0].contains("/textifyd.toml:2: service.state: "), "\(lines)")
        #expect(lines[1].contains("/textifyd.toml:6: watch[0].outbox: "), "\(lines)")
        #expect(lines[1].contains(service.outbox.shown), "\(lines)")
    }

    @Test("with a Korean locale, help, --check and its errors are in Korean") func korean() throws {
        let service = try Service()
        func told(_ words: String...) throws -> (text: String, code: Program.Ending) {
            let program = try Program("textifyd", words, home: service.root.shown, variables: ["LC_ALL=ko_KR.UTF-8"])
            let ending = try program.ending()
            return (String(decoding: program.output, as: UTF8.self) + program.log.joined(separator: "\n"), ending)
        }
        let config = service.root.shown + "/textifyd.toml"
        #expect(try told("--help").text.contains("사용법: textifyd"))
        let good = try told("--check", "--config", config)
        #expect(good.code == .code(0) && good.text == "설정이 올바릅니다: 감시 폴더 1개.\n", "\(good)")
        try service.configure("  intervall = \"3s\"")
        let bad = try told("--check", "--config", config)
        #expect(bad.code == .code(78) && bad.text.contains("알 수 없는 키입니다"), "\(bad)")
        #expect(try told("--chek").text.contains("옵션"))
    }

    @Test(
        "an invalid command line exits with 64 and one line with advice",
        arguments: [
            ("--wach", "textifyd: unknown option --wach. Did you mean --watch?"),
            ("--zzz", "textifyd: unknown option --zzz. See --help."),
            ("inbox", "textifyd: unexpected argument “inbox”: give folders with --watch and --outbox. See --help."),
            ("--once=3", "textifyd: --once takes no value. See --help."),
            ("--state", "textifyd: --state requires a value. See --help."),
        ])
    func usage(word: String, sentence: String) throws {
        let program = try Program("textifyd", [word], home: "/nonexistent")
        #expect(try program.ending() == .code(64))
        #expect(program.log == [sentence])
        #expect(program.output.isEmpty)
    }

    @Test("--help and --version print to standard output and exit with 0")
    func help() throws {
        let help = try Program("textifyd", ["--help"], home: "/nonexistent")
        #expect(try help.ending() == .code(0))
        #expect(String(decoding: help.output, as: UTF8.self).contains("usage: textifyd [OPTION…]"))
        let version = try Program("textifyd", ["--version"], home: "/nonexistent")
        #expect(try version.ending() == .code(0))
        #expect(String(decoding: version.output, as: UTF8.self).hasPrefix("textifyd "))
        #expect(help.log + version.log == [])
    }
}
