import PlatformSystem

/// A manual page in mdoc, line by line.
struct Mdoc {
    private var lines: [String] = []

    /// When the pages were last looked through.
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

    /// A line of mdoc as it is.
    mutating func raw(_ line: String) { lines.append(line) }

    mutating func text(_ texts: String...) { lines += texts.map(Self.sentences) }

    mutating func paragraph() { lines.append(".Pp") }

    /// A list of words, each with what it means.
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

    /// An option with its value, for a list's head.
    static func option(_ option: CommandOption) -> String {
        let value = option.placeholder.isEmpty ? "" : " Ar \(quoted(option.placeholder))"
        let letter = option.spec.letter.map { "Fl \($0) , " } ?? ""
        return letter + "Fl Fl \(option.spec.name)" + value
    }

    /// Each sentence on a line of its own, as roff wants it.
    private static func sentences(_ text: String) -> String {
        escaped(text).replacing(". ", with: ".\n")
    }

    /// What roff would take for its own is written so that it is not.
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
