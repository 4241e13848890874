import Domain
import PlatformSystem
import Words

/// The command line of `convert`. The options of the art are those of the field table, by the same names.
struct ConvertOptions {
    private(set) var art = ArtOptions()
    private(set) var format: OutputKind?
    private(set) var output: FilePath?
    private(set) var wantsHelp = false
    private(set) var wantsVersion = false
    private let files: [[UInt8]]

    init(_ words: [[UInt8]]) throws(CommandFailure) {
        let parsed = try Self.parse(words)
        files = parsed.positionals
        for option in parsed.options { try take(option) }
    }

    /// The one file to be read.
    func input() throws(CommandFailure) -> FilePath {
        guard let first = files.first else {
            throw .usage("convert: which picture? Name a file, or - for standard input")
        }
        if files.count > 1 { throw .usage("convert: \(files.count) files are named; give one at a time") }
        return FilePath(bytes: first)
    }

    /// What was asked for, or what the output's name says, or what suits the place it goes to.
    func chosenFormat(isTerminal: Bool) throws(CommandFailure) -> OutputKind {
        let named = output.flatMap { OutputKind(named: $0.name) }
        let chosen = format ?? named ?? (isTerminal && output == nil ? .ansi : .txt)
        if chosen == .artPNG, output == nil, isTerminal {
            throw .usage("convert: art.png is not for a terminal; name a file with -o")
        }
        return chosen
    }

    private mutating func take(_ option: ParsedOptions.Found) throws(CommandFailure) {
        switch option.name {
        case "help": wantsHelp = true
        case "version": wantsVersion = true
        case "output": output = option.value == [45] ? nil : option.value.map { FilePath(bytes: $0) }
        case "format": format = try Self.format(option.text ?? "")
        default: try set(option)
        }
    }

    private mutating func set(_ option: ParsedOptions.Found) throws(CommandFailure) {
        do {
            try FieldTable.art.apply(word: option.name, option.text, to: &art)
        } catch {
            throw .usage("convert: " + Wording.terminal.sentence(error))
        }
    }

    private static func format(_ word: String) throws(CommandFailure) -> OutputKind {
        if let kind = OutputKind(format: word) { return kind }
        let choices = OutputKind.formats.map(\.format).joined(separator: ", ")
        throw .usage("convert: --format: \(word) is none of \(choices). See --help.")
    }

    private static func parse(_ words: [[UInt8]]) throws(CommandFailure) -> ParsedOptions {
        let own = [
            OptionSpec("format", .required, letter: "f"), OptionSpec("output", .required, letter: "o"),
            OptionSpec("help", letter: "h"), OptionSpec("version", letter: "V"),
        ]
        let table = FieldTable.art
        let fields = table.fields.map { field in
            OptionSpec(String(field.option.dropFirst(2)), table.standsAlone(field.name) ? .none : .required)
        }
        let options = own + fields
        do {
            return try OptionParser(options).parse(words)
        } catch {
            throw .usage("convert: " + Wording.terminal.sentence(error, among: options.map(\.name)))
        }
    }
}
