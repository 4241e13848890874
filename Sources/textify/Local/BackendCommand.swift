import Domain
import PlatformSystem
import Words

/// `textify backend test NAME`. Backends, and what they may spend, are known to `textifyd` alone.
enum BackendCommand: LocalCommand {
    static let name = "backend"
    static let summary = "Hold a backend or a plugin of the configuration against the rules"
    static let operands = "test NAME"

    static let options = [
        CommandOption("config", "FILE", "The configuration (default: ./textifyd.toml when there is one)"),
        CommandOption("generate", "N", "Make pictures too; they may cost money, so it is asked for first"),
        CommandOption("yes", "They may be made"),
    ]

    static func run(_ session: LocalSession) throws(CommandFailure) {
        let operands = session.options.positionals.map { String(decoding: $0, as: UTF8.self) }
        guard operands.first == "test", operands.count == 2 else {
            throw .usage("backend: say which is tested, such as textify backend test studio. See --help.")
        }
        var arguments = ["--test-backend", operands[1]]
        for option in session.options.options {
            arguments.append("--" + option.name)
            if let value = option.value { arguments.append(String(decoding: value, as: UTF8.self)) }
        }
        try ServiceProgram.become(arguments, for: name)
    }
}
