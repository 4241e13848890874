import PlatformSystem

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
        let value = option.placeholder.isEmpty ? "" : " Ar \(quoted(option.placeholder))"
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
