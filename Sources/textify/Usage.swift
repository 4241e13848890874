import Domain
import Words

/// The text of `--help` and `--version`.
struct Usage {
    static let version = "textify \(Version.text)\n"

    private let sheet: LineFormatter
    private var words: Wording { sheet.words }
    private var language: Language { words.language }

    init(_ sheet: LineFormatter) {
        self.sheet = sheet
    }

    func all(_ commands: [any Command.Type]) -> String {
        let rows = commands.map { ["  " + $0.names.joined(separator: ", "), $0.summary.text(in: language)] }
        return page(
            [words.usage("textify COMMAND [OPTION…]"), ""] + sheet.table(rows, wraps: true) + [""]
                + sheet.paragraph(words.moreHelp))
    }

    func control(_ command: any Command.Type) -> String {
        let parts = ["textify", command.name, command.known.isEmpty ? "" : "[OPTION…]", command.operands]
        let usage = words.usage(parts.filter { !$0.isEmpty }.joined(separator: " "))
        let also = command.alias.map { [words.aliasLine($0)] } ?? []
        return page(
            sheet.sentence(usage) + sheet.paragraph(command.summary.text(in: language) + ".") + also + [""]
                + options(command.known))
    }

    func convert() -> String {
        let formats = PictureFormat.readable.map(\.name).joined(separator: ", ")
        let presets = TextTable(Preset.builtIn.map { ["  " + $0.name, $0.help.text(in: language)] }).lines(within: nil)
        let charsets = TextTable(Charset.allCases.map { ["  " + $0.rawValue, $0.help.text(in: language)] })
            .lines(within: nil)
        let art = FieldTable.conversion.helpLines(defaults: ConversionOptions(), in: language)
        var lines = [words.usage("textify convert [OPTION…] FILE…")]
        lines += sheet.paragraph(words.convertIntroduction(formats))
        lines += [words.aliasLine("c"), ""] + options(ConvertOptions.own)
        lines += ["", words.artHeading] + art.flatMap(sheet.hanging)
        lines += [""] + sheet.paragraph(words.charsetHeading) + charsets.flatMap(sheet.hanging)
        lines += [""] + sheet.paragraph(words.presetHeading) + presets.flatMap(sheet.hanging)
        lines += ["", words.exampleHeading] + examples
        return page(lines)
    }

    private func options(_ options: [CommandOption]) -> [String] {
        sheet.table(options.map { ["  " + $0.head, $0.help.text(in: language)] }, wraps: true)
    }

    /// Examples, neither wrapped nor cut so that they can be copied.
    private var examples: [String] {
        let texts = words.convertExamples
        return [
            ("textify convert cat.jpg", texts.terminal), ("textify convert cat.jpg -o cat.svg", texts.file),
            ("textify convert *.png -o art/ --format html", texts.folder),
            ("textify convert cat.jpg --mode reading --characters-file poem.txt -o cat.png", ""),
            ("textify convert cat.jpg --preset irc --columns 40", texts.narrower),
            ("textify convert page.png --preset eink --pixels 1872x1404 --depth 4 -o page.png", ""),
            ("textify convert https://example.org/cat.png > cat.txt", ""),
            ("gzip -dc cat.png.gz | textify convert -", texts.pipe),
        ].map { command, text in
            ("  " + (text.isEmpty ? command : CellText.padded(command, to: 51) + text)).trimmingEnd
        }
    }

    private func page(_ lines: [String]) -> String { lines.map { $0 + "\n" }.joined() }
}

extension LineFormatter {
    /// Like `standard`, but also wrapped in a pipe, at 80 columns.
    static var help: LineFormatter {
        let sheet = LineFormatter.standard
        return LineFormatter(words: sheet.words, width: sheet.width ?? 80)
    }
}
