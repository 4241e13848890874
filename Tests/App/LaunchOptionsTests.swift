import Configuration
import Domain
import Testing

@testable import App

@Suite("Launch options")
struct LaunchOrderTests {
    private func order(_ words: String) throws(LaunchFailure) -> LaunchOptions {
        try LaunchOptions(words.split(separator: " ").map { Array($0.utf8) })
    }

    private func failure(_ arguments: [[UInt8]]) -> LaunchFailure? {
        do throws(LaunchFailure) {
            _ = try LaunchOptions(arguments)
            return nil
        } catch {
            return error
        }
    }

    private static let wordLines: [(String, CommandLineSettings)] = [
        ("", CommandLineSettings()), ("--config a.toml", CommandLineSettings(config: "a.toml")),
        ("--watch in --outbox out", CommandLineSettings(watch: "in", outbox: "out")),
        ("--watch=in --outbox=out", CommandLineSettings(watch: "in", outbox: "out")),
        ("--state /var/s", CommandLineSettings(state: "/var/s")),
        ("--socket s.sock", CommandLineSettings(socket: "s.sock")),
        ("--sta s --sock c", CommandLineSettings(state: "s", socket: "c")),
        (
            "--config a.toml --watch in --outbox out --state s --socket c",
            CommandLineSettings(config: "a.toml", watch: "in", outbox: "out", state: "s", socket: "c")
        ),
        ("--state one --state two", CommandLineSettings(state: "two")),
    ]

    @Test("Every option with a value is parsed, and the last occurrence wins", arguments: wordLines)
    func values(line: String, words: CommandLineSettings) throws {
        for (flag, task) in [("", LaunchOptions.Task.serve), (" --once", .once), (" --check", .check)] {
            let order = try order(line + flag)
            #expect(order.words == words && order.task == task)
        }
    }

    private static let taskLines: [(String, LaunchOptions.Task)] = [
        ("--once", .once), ("--check", .check), ("--check --once", .check), ("--once --check", .check),
        ("--demo place", .demo("place")), ("--demo place --check", .check), ("--help", .help), ("-h", .help),
        ("--once --help", .help), ("--help --once", .help), ("--version", .version), ("--version --once", .version),
        ("--version --help", .help), ("--check --version", .version), ("--demo x -h", .help),
    ]

    @Test("Informational options win over actions, in any order", arguments: taskLines)
    func tasks(line: String, task: LaunchOptions.Task) throws {
        #expect(try order(line).task == task)
    }

    private static let wrongLines: [(String, String)] = [
        ("--wach in", "unknown option --wach. Did you mean --watch?"),
        ("--outbx out", "unknown option --outbx. Did you mean --outbox?"),
        ("--chek", "unknown option --chek. Did you mean --check?"),
        ("--qqqqqq", "unknown option --qqqqqq. See --help."), ("-x", "unknown option -x. See --help."),
        ("--s x", "--s is ambiguous: it may mean --state or --socket. Write it out."),
        ("--watch", "--watch requires a value. See --help."),
        ("--demo", "--demo requires a value. See --help."),
        ("--watch= --outbox out", "--watch requires a value. See --help."),
        ("--once=yes", "--once takes no value. See --help."),
        ("inbox", "unexpected argument “inbox”: give folders with --watch and --outbox. See --help."),
        ("-- --once", "unexpected argument “--once”: give folders with --watch and --outbox. See --help."),
        ("--demo d --once", "--demo uses its own folders and can't be combined with --once."),
        ("--demo d --state s", "--demo uses its own folders and can't be combined with --state."),
        ("--config c --demo d", "--demo uses its own folders and can't be combined with --config."),
    ]

    @Test("A wrong command line exits with 64 and suggests a correction", arguments: wrongLines)
    func mistakes(line: String, sentence: String) {
        let arguments = line.split(separator: " ").map { Array($0.utf8) }
        #expect(failure(arguments) == LaunchFailure(.usage, sentence))
    }

    @Test("An empty option value is rejected, so that an unset variable never selects the current folder")
    func empty() {
        for option in ["config", "watch", "outbox", "state", "socket", "demo"] {
            let sentence = "--\(option) requires a value. See --help."
            #expect(failure([Array("--\(option)".utf8), []]) == LaunchFailure(.usage, sentence))
        }
    }

    @Test("A path that is not UTF-8 is rejected, because it would name another folder")
    func bytes() {
        let sentence = "--watch a\\xff is not valid UTF-8. Rename the folder, or give a link to it."
        #expect(failure([Array("--watch".utf8), [0x61, 0xFF]]) == LaunchFailure(.usage, sentence))
    }

    @Test(
        "Help lists every option in both languages, and every line is at most 100 columns", arguments: Language.allCases
    )
    func help(language: Language) throws {
        let help = LaunchOptions.help(in: language)
        #expect(help.unicodeScalars.contains { ("가"..."힣").contains($0) } == (language == .korean))
        for option in [
            "--config FILE", "--watch DIR", "--outbox DIR", "--state DIR", "--socket FILE", "--once", "--check",
            "--restore FILE", "--migrate URL", "--reopen", "--test-backend NAME", "--demo DIR", "--help, --version",
        ] {
            #expect(help.contains("  \(option)"), "\(option)")
        }
        for code in [0, 65, 75] { #expect(help.contains("\(code) ")) }
        #expect(help.split(separator: "\n").allSatisfy { $0.count <= 100 })
        #expect(help.hasSuffix("\n"))
    }

    @Test("The version consists of three numbers")
    func version() {
        let numbers = Version.text.split(separator: ".", omittingEmptySubsequences: false)
        #expect(numbers.count == 3 && numbers.allSatisfy { Int($0) != nil })
    }
}
