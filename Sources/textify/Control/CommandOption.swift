import Domain
import PlatformSystem

/// A command's option with its line of help.
struct CommandOption {
    let spec: OptionSpec
    /// The value's name in the help, such as `FILE`.
    let placeholder: String
    let help: FieldHelp
    /// The values that a shell can complete.
    private(set) var values: OptionValues

    init(_ name: String, _ placeholder: String, letter: Unicode.Scalar? = nil, _ help: FieldHelp) {
        values = ["FILE", "PATH"].contains(placeholder) ? .files : .none
        spec = OptionSpec(name, placeholder.isEmpty ? .none : .required, letter: letter)
        self.placeholder = placeholder
        self.help = help
    }

    /// An option with a value; help in English and Korean.
    init(
        _ name: String, _ placeholder: String, letter: Unicode.Scalar? = nil, _ english: String, _ korean: String
    ) {
        self.init(name, placeholder, letter: letter, FieldHelp(english, korean))
    }

    /// An option without a value; help in English and Korean.
    init(_ name: String, letter: Unicode.Scalar? = nil, _ english: String, _ korean: String) {
        self.init(name, "", letter: letter, FieldHelp(english, korean))
    }

    /// Returns the option with values for shell completion.
    func offering(_ values: OptionValues) -> CommandOption {
        var option = self
        option.values = values
        return option
    }

    static let ofControl = [
        CommandOption(
            "socket", "FILE", "The service's socket (default: the first one found)", "서비스의 소켓 (기본: 처음 찾은 것)"),
        CommandOption("json", "Print the service's answer as JSON", "서비스의 응답을 JSON으로 출력"),
        help,
    ]

    static let help = CommandOption("help", letter: "h", "Show this help", "이 도움말 표시")

    static let version = CommandOption("version", letter: "V", "Show the version", "버전 표시")

    /// For commands whose output only confirms that they succeeded.
    static let quiet = CommandOption("quiet", letter: "q", "Print nothing on success", "성공하면 아무것도 출력하지 않음")

    /// The option in the help: `-w, --wait SECONDS`.
    var head: String {
        let letter = spec.letter.map { "-\($0), " } ?? "    "
        return "\(letter)--\(spec.name)" + (placeholder.isEmpty ? "" : " " + placeholder)
    }
}
