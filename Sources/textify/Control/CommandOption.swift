import Domain
import PlatformSystem

/// An option of a command, and its line of help.
struct CommandOption {
    let spec: OptionSpec
    /// What stands for the value in the help, such as `FILE`.
    let placeholder: String
    let help: FieldHelp
    /// What a shell may offer.
    private(set) var values: OptionValues

    init(_ name: String, _ placeholder: String, letter: Unicode.Scalar? = nil, _ help: FieldHelp) {
        values = ["FILE", "PATH"].contains(placeholder) ? .files : .none
        spec = OptionSpec(name, placeholder.isEmpty ? .none : .required, letter: letter)
        self.placeholder = placeholder
        self.help = help
    }

    /// One that takes a value; its help in English and Korean.
    init(
        _ name: String, _ placeholder: String, letter: Unicode.Scalar? = nil, _ english: String, _ korean: String
    ) {
        self.init(name, placeholder, letter: letter, FieldHelp(english, korean))
    }

    /// One that stands alone; its help in English and Korean.
    init(_ name: String, letter: Unicode.Scalar? = nil, _ english: String, _ korean: String) {
        self.init(name, "", letter: letter, FieldHelp(english, korean))
    }

    /// The same, for which a shell offers these.
    func offering(_ values: OptionValues) -> CommandOption {
        var option = self
        option.values = values
        return option
    }

    static let ofControl = [
        CommandOption(
            "socket", "FILE", "The service's socket (default: the first that is there)", "서비스의 소켓 (기본: 처음 보이는 것)"),
        CommandOption("json", "Print the service's answer as JSON", "서비스의 답을 JSON으로 출력"),
        help,
    ]

    static let help = CommandOption("help", letter: "h", "Show this", "이 도움말 보기")

    static let version = CommandOption("version", letter: "V", "Show the version", "버전 보기")

    /// For what only says that it was done.
    static let quiet = CommandOption("quiet", letter: "q", "Print nothing when it was done", "잘 되면 아무것도 출력하지 않음")

    /// `-w, --wait SECONDS`.
    var head: String {
        let letter = spec.letter.map { "-\($0), " } ?? "    "
        return "\(letter)--\(spec.name)" + (placeholder.isEmpty ? "" : " " + placeholder)
    }
}
