import Domain
import Words

/// The text of `--help` and `--version`.
struct Usage {
    static let version = "textify \(Version.text)\n"

    let formatter: LineFormatter
    private var words: Wording { formatter.words }
    private var language: Language { words.language }

    func all(_ commands: [any Command.Type]) -> String {
        let rows = commands.map { ["  " + $0.names.joined(separator: ", "), $0.summary.text(in: language)] }
        let head = [words.usage("textify COMMAND [OPTION…]"), words.pictureUsage, ""]
        return page(head + formatter.table(rows, wraps: true) + [""] + formatter.paragraph(words.moreHelp))
    }

    func command(_ command: any Command.Type) -> String {
        let parts = ["textify", command.name, command.known.isEmpty ? "" : "[OPTION…]", command.operands]
        let usage = words.usage(parts.filter { !$0.isEmpty }.joined(separator: " "))
        let also = command.alias.map { [words.aliasLine($0)] } ?? []
        return page(
            formatter.sentence(usage) + formatter.paragraph(command.summary.text(in: language) + ".") + also + [""]
                + options(command.known))
    }

    /// The help of `convert`, with the options of the art, the charsets, the presets and examples.
    func convert() -> String {
        let formats = PictureFormat.readable.map(\.name).joined(separator: ", ")
        let presets = TextTable(Preset.builtIn.map { ["  " + $0.name, $0.help.text(in: language)] }).lines(within: nil)
        let charsets = TextTable(Charset.allCases.map { ["  " + $0.rawValue, $0.help.text(in: language)] })
            .lines(within: nil)
        let art = FieldTable.conversion.helpLines(defaults: ConversionOptions(), in: language)
        var lines = [words.usage("textify convert [OPTION…] FILE…")]
        lines += formatter.paragraph(words.convertIntroduction(formats))
        lines += [words.aliasLine("c"), ""] + options(ConvertOptions.own)
        lines += ["", words.artHeading] + art.flatMap(formatter.hanging)
        lines += ["", words.aliasHeading] + options(ConvertAlias.options)
        lines += [""] + formatter.paragraph(words.charsetHeading) + charsets.flatMap(formatter.hanging)
        lines += [""] + formatter.paragraph(words.presetHeading) + presets.flatMap(formatter.hanging)
        lines += ["", words.exampleHeading] + examples
        return page(lines)
    }

    private func options(_ options: [CommandOption]) -> [String] {
        formatter.table(options.map { ["  " + $0.head, $0.description(in: language)] }, wraps: true)
    }

    /// Examples with captions, neither wrapped nor cut so that they can be copied.
    private var examples: [String] {
        let examples: [(command: String, caption: FieldHelp?)] = [
            ("textify convert cat.jpg", FieldHelp("To the terminal", "터미널에 표시")),
            (
                "textify convert cat.jpg -o cat.svg",
                FieldHelp("To a file; its extension selects the format", "파일로 저장; 확장자가 형식을 정함")
            ),
            ("textify convert *.png -o art/ --format html", FieldHelp("Many, into a folder", "여러 그림을 폴더로")),
            ("textify convert cat.jpg --mode reading --characters-file poem.txt -o cat.png", nil),
            ("textify convert cat.jpg --preset irc --columns 40", FieldHelp("For IRC, but narrower", "IRC용으로, 더 좁게")),
            ("textify convert page.png --preset eink --pixels 1872x1404 --depth 4 -o page.png", nil),
            ("textify convert https://example.org/cat.png > cat.txt", nil),
            ("gzip -dc cat.png.gz | textify convert -", FieldHelp("From another program", "다른 프로그램의 출력에서")),
        ]
        return examples.map { command, caption in
            "  " + (caption.map { CellText.padded(command, to: 51) + $0.text(in: language) } ?? command)
        }
    }

    private func page(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}

extension LineFormatter {
    /// Like `standard`, but also wrapped in a pipe, at 80 columns.
    static var help: LineFormatter {
        let formatter = LineFormatter.standard
        return LineFormatter(words: formatter.words, width: formatter.width ?? 80)
    }
}
