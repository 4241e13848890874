import Domain

/// What `--help` and `--version` print.
enum Usage {
    static let version = "textify \(Version.text)\n"

    static func all(_ commands: [any Command.Type]) -> String {
        let lines = TextTable.lines(commands.map { ["  " + $0.name, $0.summary] }).map { $0 + "\n" }.joined()
        return "Usage: textify COMMAND [OPTION…]\n\n" + lines + "\nMore about one: textify COMMAND --help\n"
    }

    static func control(
        _ name: String, _ operands: String, _ summary: String, _ options: [CommandOption]
    ) -> String {
        let words = ["textify", name, options.isEmpty ? "" : "[OPTION…]", operands].filter { !$0.isEmpty }
        let lines = options.map(\.line).joined(separator: "\n")
        return "Usage: \(words.joined(separator: " "))\n\(summary).\n\n\(lines)\n"
    }

    static func convert() -> String {
        let art = FieldTable.art.helpLines(defaults: ArtOptions(), in: .english).joined(separator: "\n")
        return """
            Usage: textify convert [OPTION…] FILE
            Shows a PNG or JPEG as text art. FILE may be - for standard input.

              -f, --format WORD  txt, ansi, html or art.png (default: by the name given with -o; else ansi in a
                                 terminal and txt in a pipe)
              -o, --output FILE  Write there instead of to standard output
              -h, --help         Show this
              -V, --version      Show the version

            Art:
            \(art)

            """
    }
}
