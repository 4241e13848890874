import BackendKinds
import Configuration
import Domain
import PlatformSystem
import Words

/// `textify manual PAGE`.
enum ManualCommand: LocalCommand {
    static let name = "manual"
    static let summary = FieldHelp(
        "Print a manual page for man or mandoc, or the journal's message catalogue",
        "man이나 mandoc용 설명서나 저널의 메시지 목록을 출력")
    private static let pages = ["textify", "textifyd.toml", "textifyd.catalog", "textifyd.ko.catalog"]
    static let operands = pages.joined(separator: " | ")
    static let options: [CommandOption] = []

    static func run(_ session: LocalSession) throws(CommandFailure) {
        switch try session.operand(of: pages) {
        case "textify": try CommandOutput.standard(ProgramManual.page)
        case "textifyd.catalog": try CommandOutput.standard(JournalExplanation.catalogue(in: .english))
        case "textifyd.ko.catalog": try CommandOutput.standard(JournalExplanation.catalogue(in: .korean))
        default: try CommandOutput.standard(SettingsManual.page)
        }
    }
}

/// textify(1), generated from the table of commands.
enum ProgramManual {
    static var page: String {
        var page = Mdoc("textify", section: 1, "turn pictures and prompts into text art")
        page.section("SYNOPSIS")
        page.raw(".Nm")
        page.raw(".Ar command")
        page.raw(".Op Ar option ...")
        page.raw(".Op Ar operand ...")
        page.section("DESCRIPTION")
        page.raw(".Nm")
        page.text("converts pictures to text art directly, and controls the service")
        page.raw(".Xr textifyd 8 .")
        page.text("Long options may be abbreviated if they stay unambiguous; -- ends the options.")
        page.text("The letter after a command's name is its alias.")
        page.text(
            "A job is named by its ID, by at least four of its first or last characters, or by last, the newest job."
        )
        for command in CommandTable.all { tell(command, in: &page) }
        page.section("ENVIRONMENT")
        page.list(environment)
        page.section("EXIT STATUS")
        page.text("The codes follow sysexits.h:")
        page.list(exits)
        page.text("textify status --check exits with 0 if the service is well, 1 if it is degraded, 2 if")
        page.text("work has stopped, and 3 if it can't be reached.")
        page.section("CAUSES")
        page.text(
            "The reasons why a job waits, is held or failed. --cause accepts a whole code, or its last part after a _: "
                + "auth matches backend_auth.")
        page.paragraph()
        page.text(JobState.codes.sorted().joined(separator: ", ") + ".")
        page.section("EXAMPLES")
        page.example([
            "textify convert cat.jpg -o cat.svg", "textify submit \"a lighthouse at night\" --wait",
            "textify jobs --state failed,held", "textify retry --state failed --cause auth --since 2h --dry-run",
            "textify show last",
        ])
        page.section("SEE ALSO")
        page.raw(".Xr textifyd.toml 5 ,")
        page.raw(".Xr textifyd 8")
        return page.page
    }

    private static func tell(_ command: any Command.Type, in page: inout Mdoc) {
        let operands = command.operands.isEmpty ? "" : " " + command.operands
        page.part(command.names.joined(separator: ", ") + operands)
        page.text(command.summary.english + ".")
        page.list(command.known.map { (Mdoc.option($0), $0.help.english + ".") })
    }

    private static let environment: [(head: String, text: String)] = [
        ("Ev TEXTIFY_SOCKET", "The service's socket; --socket takes precedence."),
        (
            "Ev LC_ALL , LC_MESSAGES , LANG",
            "The language of messages: Korean if the value begins with ko, otherwise English."
        ),
        ("Ev NO_COLOR", "If set and not empty, no colours are used in the terminal."),
    ]

    private static let exits: [(head: String, text: String)] = [
        ("0", "Success."), ("64", "The command line is wrong."),
        ("65", "The input is invalid, or a job failed."),
        ("66", "The file or job does not exist."), ("69", "The service can't be reached."),
        ("75", "Not possible now; try again later."), ("77", "Permission denied."),
        ("78", "The configuration is invalid."),
    ]
}

/// textifyd.toml(5), generated from the tables that read the configuration.
enum SettingsManual {
    static var page: String {
        var page = Mdoc("textifyd.toml", section: 5, "configuration of textifyd")
        begin(&page)
        for table in SettingsSchema.tables {
            let name = "[\(table.name.uppercased())]"
            page.section(SettingsSchema.lists.contains(table.name) ? "[\(name)]" : name)
            page.text(table.help.english + ".")
            page.list(items(table.members, under: ""))
        }
        page.section("[BACKENDS.NAME]")
        page.text("The image generators, one table for each. The keys depend on the type.")
        for backend in SettingsSchema.backends(backendDescriptions) {
            page.part("type = \"\(backend.type)\"")
            page.list(items(backend.fields.filter { $0.name != "type" }, under: ""))
        }
        page.section("SEE ALSO")
        page.raw(".Xr textify 1 ,")
        page.raw(".Xr textifyd 8")
        return page.page
    }

    private static func begin(_ page: inout Mdoc) {
        page.section("DESCRIPTION")
        page.text("The configuration of")
        page.raw(".Xr textifyd 8 ,")
        page.text(
            "a file in TOML.",
            "An unknown key, a wrong type or a value out of range is reported as an error with its line.")
        page.text("textify config check reads the file without starting the service.")
        page.text("SIGHUP or textify reload makes the service reload it.")
        page.paragraph()
        page.text(
            "The files conf.d/*.toml beside it are read after it, in the byte order of their names.",
            "Tables are overlaid key by key.",
            "Any other value of a later file, a list or a table in braces included, replaces the earlier one.",
            "A watch folder with the name or path of an earlier one is overlaid on it; others are added, and so are rules of expiry.",
            "Relative paths in all files start from the main file's folder.")
    }

    /// The settings as list items; keys of nested tables are joined with dots.
    private static func items(_ fields: [FieldDescription], under key: String) -> [(head: String, text: String)] {
        fields.flatMap { field -> [(head: String, text: String)] in
            let name = key.isEmpty ? field.name : key + "." + field.name
            guard field.members.isEmpty else { return items(field.members, under: name) }
            let range =
                field.type.range.isEmpty ? "" : " (\(field.type.range)\(field.unit.isEmpty ? "" : " \(field.unit)"))"
            return [("Ic \(Mdoc.quoted(name))", field.help.english + range + ".")]
        }
    }
}

/// Builds a manual page in mdoc.
struct Mdoc {
    private var lines: [String] = []

    /// The date of the pages' last revision.
    private static let date = "November 22, 2026"

    init(_ name: String, section: Int, _ summary: String) {
        lines = [
            ".Dd \(Self.date)", ".Dt \(name.uppercased()) \(section)", ".Os", ".Sh NAME", ".Nm \(name)",
            ".Nd \(Self.escaped(summary))",
        ]
    }

    var page: String { lines.joined(separator: "\n") + "\n" }

    mutating func section(_ title: String) { lines.append(".Sh " + title) }

    mutating func part(_ title: String) { lines.append(".Ss " + Self.escaped(title)) }

    /// Adds a line of mdoc as it is.
    mutating func raw(_ line: String) { lines.append(line) }

    mutating func text(_ texts: String...) { lines += texts.map(Self.sentences) }

    mutating func paragraph() { lines.append(".Pp") }

    /// Adds a list of terms with their descriptions.
    mutating func list(_ items: [(head: String, text: String)]) {
        guard !items.isEmpty else { return }
        lines.append(".Bl -tag -width Ds")
        for item in items {
            lines.append(".It " + item.head)
            lines.append(Self.sentences(item.text))
        }
        lines.append(".El")
    }

    mutating func example(_ commands: [String]) {
        lines += [".Bd -literal -offset indent"] + commands.map(Self.escaped) + [".Ed"]
    }

    /// An option and its value, as the head of a list item.
    static func option(_ option: CommandOption) -> String {
        let isOptional = option.spec.argument == .optional
        let value =
            option.placeholder.isEmpty
            ? "" : isOptional ? " Ns Op = Ns Ar \(quoted(option.placeholder))" : " Ar \(quoted(option.placeholder))"
        let letter = option.spec.letter.map { "Fl \($0) , " } ?? ""
        return letter + "Fl Fl \(option.spec.name)" + value
    }

    /// Puts each sentence on a line of its own, as roff expects.
    private static func sentences(_ text: String) -> String {
        escaped(text).replacing(". ", with: ".\n")
    }

    /// Escapes characters that are special to roff.
    static func escaped(_ text: String) -> String {
        var escaped = text.replacing("\\", with: "\\e")
        escaped = escaped.replacing("–", with: "\\(en").replacing("…", with: "...")
        escaped = escaped.replacing("“", with: "\\(lq").replacing("”", with: "\\(rq").replacing("’", with: "\\(cq")
        if let first = escaped.first, first == "." || first == "'" { escaped = "\\&" + escaped }
        return escaped
    }

    /// One argument of a macro.
    static func quoted(_ text: String) -> String {
        let plain = escaped(text).replacing("\"", with: "\\(dq")
        return plain.contains(" ") || plain.count < 3 ? "\"\(plain)\"" : plain
    }
}
