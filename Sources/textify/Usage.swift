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
        let art = FieldTable.conversion.helpLines(defaults: ConversionOptions(), in: .english).joined(separator: "\n")
        let presets = TextTable.lines(Preset.builtIn.map { ["  " + $0.name, $0.help.english] }).joined(separator: "\n")
        let charsets = TextTable.lines(Charset.allCases.map { ["  " + $0.rawValue, $0.help.english] })
            .joined(separator: "\n")
        let own = ConvertOptions.own.map(\.line).joined(separator: "\n")
        let formats = PictureFormat.readable.map(\.name).joined(separator: ", ")
        return """
            Usage: textify convert [OPTION…] FILE…
            Shows pictures as text art: \(formats).
            FILE may be - for standard input, or a web address. In a terminal the art has colours and fits the window; in
            a pipe it is plain text of 80 columns, or ANSI where --color names colours.

            \(own)

            Art:
            \(art)

            Charsets. On a terminal that is known to draw sixths or eighths of a cell itself, they are the default:
            \(charsets)

            Presets, which lie under what else is said. Your own are [presets.NAME] tables of these options in
            ~/.config/textify/textify.toml:
            \(presets)

            Examples:
              textify convert cat.jpg                            Into the terminal
              textify convert cat.jpg -o cat.svg                 A file, by its ending
              textify convert *.png -o art/ --format html        Many, into a folder
              textify convert cat.jpg --mode reading --characters-file poem.txt -o cat.png
              textify convert cat.jpg --preset irc --columns 40  For IRC, but narrower
              textify convert page.png --preset eink --pixels 1872x1404 --depth 4 -o page.png
              textify convert https://example.org/cat.png > cat.txt
              gzip -dc cat.png.gz | textify convert -            From another program

            """
    }
}
