import Domain
import PlatformSystem
import Words

/// A subcommand of `textify`.
protocol Command {
    static var name: String { get }
    /// A one-letter alias. Only commands that read have one: commands that spend money or end something must be written
    /// out.
    static var alias: String? { get }
    /// One line, without a full stop.
    static var summary: FieldHelp { get }
    /// The operands shown after the command's name, such as `ID`.
    static var operands: String { get }
    /// Every option, each with its line of help.
    static var known: [CommandOption] { get }
    static func help(_ usage: Usage) -> String
    /// Runs the command. `words` are the arguments after the command's name.
    static func run(_ words: [[UInt8]]) async throws(CommandFailure)
}

extension Command {
    static var alias: String? { nil }

    static func help(_ usage: Usage) -> String { usage.command(self) }

    /// The name, followed by the alias if there is one.
    static var names: [String] { [name] + [alias].compactMap(\.self) }

    /// Parses the options in `words`. Prints the command's help or the version and returns `nil` if one was requested.
    static func parsed(_ words: [[UInt8]]) throws(CommandFailure) -> ParsedOptions? {
        // `--version` belongs to the program and is not listed in a command's help.
        let known = known + [.version]
        let parsed: ParsedOptions
        do throws(OptionFailure) {
            parsed = try OptionParser(known.map(\.spec)).parse(words)
        } catch {
            throw .usage("\(name): " + Wording.terminal.sentence(error, among: known.map(\.spec.name)))
        }
        if parsed.last("version") != nil {
            try CommandOutput.standard(Usage.version)
            return nil
        }
        guard parsed.last("help") != nil else { return parsed }
        try CommandOutput.standard(help(Usage(formatter: .help)))
        return nil
    }
}

/// A command's option with its line of help.
struct CommandOption {
    private(set) var spec: OptionSpec
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

    /// A field's option, whose value is called `placeholder` in the help.
    init<Target>(_ field: Field<Target>, _ placeholder: String, letter: Unicode.Scalar? = nil) {
        let name = String(field.option.dropFirst(2))
        self.init(name, field.type == .flag ? "" : placeholder, letter: letter, field.help)
        values = OptionValues(field.type)
        if case .level = field.type { spec = OptionSpec(name, .optional, letter: letter) }
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

    /// Returns the option with a value that may be left out.
    var withOptionalValue: CommandOption {
        var option = self
        option.spec = OptionSpec(spec.name, .optional, letter: spec.letter)
        return option
    }

    static let commonOptions = [
        CommandOption(
            "socket", "FILE", "The service's socket (default: the first one found)", "서비스의 소켓 (기본: 처음 찾은 것)"),
        CommandOption("json", "Print the service's answer as JSON", "서비스의 응답을 JSON으로 출력"),
        help,
    ]

    static let help = CommandOption("help", letter: "h", "Show this help", "이 도움말 표시")

    static let version = CommandOption("version", letter: "V", "Show the version", "버전 표시")

    static func timeout(standard: String) -> CommandOption {
        CommandOption(
            "timeout", "TIME", "Wait at most this long, such as 30s or 5m (default: \(standard))",
            "최대 대기 시간. 예: 30s, 5m (기본: \(standard))")
    }

    /// For commands whose output only confirms that they succeeded.
    static let quiet = CommandOption("quiet", letter: "q", "Print nothing on success", "성공하면 아무것도 출력하지 않음")

    /// The line of help, followed by the words that the option accepts.
    func description(in language: Language) -> String {
        let text = help.text(in: language)
        let words: [String]
        switch values {
        case .words(let choices), .list(let choices): words = choices
        default: return text
        }
        let isListed = placeholder.isEmpty || words.count > Self.mostChoices || words.allSatisfy(text.contains)
        return isListed ? text : text + " (\(words.joined(separator: ", ")))"
    }

    /// Longer lists would hide the other options.
    private static let mostChoices = 24

    /// The option in the help: `-w, --wait SECONDS`.
    var head: String {
        let letter = spec.letter.map { "-\($0), " } ?? "    "
        guard !placeholder.isEmpty else { return "\(letter)--\(spec.name)" }
        return "\(letter)--\(spec.name)" + (spec.argument == .optional ? "[=\(placeholder)]" : " " + placeholder)
    }
}

/// The values that a shell can complete for an option.
enum OptionValues: Equatable {
    case none
    case files
    case words([String])
    /// Some of the possible values.
    case examples([String])
    /// Several of the words, separated by commas.
    case list([String])
    /// Job IDs, from the service.
    case jobs
    /// IDs of plans, from the service.
    case plans
    /// Names of watch folders, from the service.
    case folders
    /// Names of backends, from the service.
    case backends
    case caches
    /// Tags, from the service.
    case tags
    /// A word of a search in the library.
    case search

    /// The values of a field's type.
    init(_ type: FieldType) {
        switch type {
        case .choice(let words), .level(let words): self = .words(words)
        case .union(let words): self = .list(words)
        case .flag: self = .words(["true", "false"])
        case .list(.choice(let words), _): self = .list(words)
        case .path: self = .files
        default: self = .none
        }
    }
}

/// All commands, in the order of the help.
enum CommandTable {
    static var all: [any Command.Type] {
        [
            ConvertCommand.self, PlayCommand.self, SubmitCommand.self, PlansCommand.self, StatusCommand.self,
            JobsCommand.self,
            ShowCommand.self,
            FailuresCommand.self, CatCommand.self, SearchCommand.self, ListCommand.self, GalleryCommand.self,
            WebCommand.self, CalendarCommand.self,
            TagCommand.self, TagsCommand.self, FavouriteCommand.self, DistinctCommand.self, DeleteCommand.self,
            UndeleteCommand.self, UndoCommand.self, RenderCommand.self,
            RetryCommand.self,
            RedeliverCommand.self,
            ApproveCommand.self, CancelCommand.self, ForgetCommand.self, SpendCommand.self, BackendsCommand.self,
            GatesCommand.self, NotifyCommand.self, CachesCommand.self, NodesCommand.self, EventsCommand.self,
            TopCommand.self, SyncCommand.self, PauseCommand.self, ResumeCommand.self, ReloadCommand.self,
            DrainCommand.self, ScanCommand.self, BackupCommand.self, VerifyCommand.self, BlobsCommand.self,
            CleanUpCommand.self, ExportCommand.self, ImportCommand.self, MigrateCommand.self,
            BackendCommand.self,
            SetupCommand.self, DoctorCommand.self,
            ConfigCommand.self, CompletionCommand.self, ManualCommand.self,
        ]
    }
}
