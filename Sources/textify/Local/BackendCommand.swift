import Domain
import PlatformSystem
import Words

/// `textify backend test NAME`. Backends, and what they may spend, are known to `textifyd` alone.
enum BackendCommand: LocalCommand {
    static let name = "backend"
    static let summary = FieldHelp(
        "Hold a backend or a plugin of the configuration against the rules",
        "설정의 백엔드나 플러그인이 규칙에 맞는지 시험")
    static let operands = "test NAME"

    static let options = [
        CommandOption(
            "config", "FILE", "The configuration (default: ./textifyd.toml when there is one)",
            "설정 파일 (기본: 있으면 ./textifyd.toml)"),
        CommandOption(
            "generate", "N", "Make pictures too; they may cost money, so it is asked for first",
            "그림도 만듦. 돈이 들 수 있어 먼저 물음"),
        CommandOption("yes", "They may be made", "만들어도 됨"),
    ]

    static func run(_ session: LocalSession) throws(CommandFailure) {
        let operands = session.options.positionals.map { String(decoding: $0, as: UTF8.self) }
        guard operands.first == "test", operands.count == 2 else {
            throw .usage("backend: " + Wording.terminal.whichBackend)
        }
        var arguments = ["--test-backend", operands[1]]
        for option in session.options.options {
            arguments.append("--" + option.name)
            if let value = option.value { arguments.append(String(decoding: value, as: UTF8.self)) }
        }
        try ServiceProgram.become(arguments, for: name)
    }
}
