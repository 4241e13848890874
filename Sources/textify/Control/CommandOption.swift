import PlatformSystem

/// An option of a command, and its line of help.
struct CommandOption {
    let spec: OptionSpec
    /// What stands for the value in the help, such as `FILE`.
    let placeholder: String
    let help: String

    init(_ name: String, _ placeholder: String, letter: Unicode.Scalar? = nil, _ help: String) {
        spec = OptionSpec(name, placeholder.isEmpty ? .none : .required, letter: letter)
        self.placeholder = placeholder
        self.help = help
    }

    /// One that stands alone.
    init(_ name: String, letter: Unicode.Scalar? = nil, _ help: String) {
        self.init(name, "", letter: letter, help)
    }

    static let ofControl = [
        CommandOption("socket", "FILE", "The service's socket (default: the first that is there)"),
        CommandOption("json", "Print the service's answer as JSON"),
        help,
    ]

    static let help = CommandOption("help", letter: "h", "Show this")

    /// `  -w, --wait SECONDS  Wait …`, the help at column 28.
    var line: String {
        let letter = spec.letter.map { "-\($0), " } ?? "    "
        let left = "  \(letter)--\(spec.name)" + (placeholder.isEmpty ? "" : " " + placeholder)
        let gap = String(repeating: " ", count: max(2, 28 - left.count))
        return left + gap + help
    }
}
