import Configuration
import Domain
import PlatformSystem
import Words

/// What a command line asks of the service.
struct LaunchOrder: Equatable {
    enum Task: Equatable {
        case serve
        case once
        case check
        /// Demo folders below this one.
        case demo(String)
        case help
        case version
    }

    let task: Task
    let words: LaunchWords

    static let help = """
        textifyd: turns prompts and pictures that are dropped into a folder into text art

        usage: textifyd [OPTION…]

          --config FILE   the configuration (default: ./textifyd.toml when there is one)
          --watch DIR     the folder to drop into, in place of the configuration's
          --outbox DIR    where results go
          --state DIR     the database and the stored pictures
          --socket FILE   the control socket (not served yet)
          --once          work off what is there and end: 0 all done, 65 some failed, 75 some wait
          --check         say whether the configuration is good, and end
          --demo DIR      make demo folders below DIR, drop a prompt and a picture, and serve them
          --help, --version

        SIGTERM ends what runs and stops; SIGHUP reads the configuration again.

        """

    init(_ arguments: [[UInt8]]) throws(LaunchFailure) {
        let parsed = try Self.parse(arguments)
        if let stranger = parsed.positionals.first {
            let word = FileName(bytes: stranger).shown
            throw LaunchFailure(
                .usage, "“\(word)” is not expected: folders are given by --watch and --outbox. See --help.")
        }
        var words = LaunchWords()
        var task = Task.serve
        for option in parsed.options {
            switch option.name {
            case "config": words.config = option.text
            case "watch": words.watch = option.text
            case "outbox": words.outbox = option.text
            case "state": words.state = option.text
            case "socket": words.socket = option.text
            case "demo": task = .demo(option.text ?? "")
            case "once": task = .once
            case "check": task = .check
            case "version": task = .version
            default: task = .help
            }
            if task == .help || task == .version { break }
        }
        self.task = task
        self.words = words
    }

    private static let options = OptionParser([
        OptionSpec("config", .required), OptionSpec("watch", .required), OptionSpec("outbox", .required),
        OptionSpec("state", .required), OptionSpec("socket", .required), OptionSpec("demo", .required),
        OptionSpec("once"), OptionSpec("check"), OptionSpec("version"), OptionSpec("help", letter: "h"),
    ])

    private static func parse(_ arguments: [[UInt8]]) throws(LaunchFailure) -> ParsedOptions {
        do throws(OptionFailure) { return try options.parse(arguments) } catch {
            let names = options.options.map(\.name)
            throw LaunchFailure(.usage, Wording(.english).sentence(error, among: names))
        }
    }
}
