import Configuration
import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// The command line of `convert`. The options of the art and its writing are those of the field table, by the same
/// names.
struct ConvertOptions {
    /// Pictures to be read, as written.
    let files: [FilePath]
    private(set) var output: FilePath?
    private var charactersFile: FilePath?
    private(set) var copies = false
    private(set) var wantsHelp = false
    private(set) var wantsVersion = false
    private var preset: String?
    private var said: [(name: String, text: String?)] = []

    init(_ words: [[UInt8]]) throws(CommandFailure) {
        let parsed = try Self.parse(words)
        files = parsed.positionals.map { FilePath(bytes: $0) }
        for option in parsed.options { take(option) }
    }

    /// Everything decided. Throws when what was asked for doesn't go together.
    func plan(_ place: ConvertPlace) throws(CommandFailure) -> ConvertPlan {
        var said = said
        if let charactersFile {
            guard !said.contains(where: { $0.name == "characters" }) else {
                throw .usage("convert: --characters and --characters-file can't both be; leave one out")
            }
            said.append(("characters", try charactersFile.line()))
        }
        let isFolder = output?.isFolder == true
        let named = isFolder ? nil : output.flatMap { OutputKind(named: $0.name) }
        let plan = try ConvertPlan(
            said: said, preset: try chosenPreset(), named: named, isFile: output != nil, place: place)
        try check(plan, isFolder: isFolder, isTerminal: place.isTerminal)
        return plan
    }

    private func check(_ plan: ConvertPlan, isFolder: Bool, isTerminal: Bool) throws(CommandFailure) {
        if files.isEmpty { throw .usage("convert: which picture? Name a file, or - for standard input") }
        if files.filter({ $0.isStandardInput }).count > 1 { throw .usage("convert: - is named twice; name it once") }
        if let output, output.bytes.last == 47 { try output.mustBeFolder() }
        for file in files where output.map({ file.isSameFile(as: $0) }) == true {
            throw .usage("convert: \(file.shown) would be written over itself; name another file with -o")
        }
        if output != nil, !isFolder, files.count > 1 {
            throw .usage("convert: \(files.count) pictures don't go into one file; name a folder with -o, ending in /")
        }
        let isPicture = plan.format.isPixels
        if isPicture, output == nil, isTerminal || files.count > 1 {
            let place = isTerminal ? "for a terminal" : "one after another"
            let target = files.count > 1 ? "folder" : "file"
            throw .usage("convert: \(plan.format.format) is not \(place); name a \(target) with -o")
        }
        if copies, files.count > 1 || isPicture {
            throw .usage("convert: --copy takes the text of one picture")
        }
    }

    private func chosenPreset() throws(CommandFailure) -> Preset? {
        guard let preset else { return nil }
        let known: [Preset]
        do throws(ConfigurationFailure) {
            known = try PresetFile.load(environment: ProcessInfo.processInfo.environment)
        } catch {
            throw CommandFailure(
                exit: .configuration, text: "convert: " + Wording.terminal.lines(error).joined(separator: "\n"))
        }
        if let found = known.first(where: { $0.name == preset }) { return found }
        let names = known.map(\.name)
        let nearest = NearestName.of(preset, among: names).map { "Did you mean \($0)?" }
        throw .usage(
            "convert: --preset: there is no preset \(FileName(preset).shown). "
                + (nearest ?? "There are \(names.joined(separator: ", "))."))
    }

    private mutating func take(_ option: ParsedOptions.Found) {
        switch option.name {
        case "help": wantsHelp = true
        case "version": wantsVersion = true
        case "copy": copies = true
        case "characters-file": charactersFile = option.value.map { FilePath(bytes: $0) }
        case "preset": preset = option.text
        case "output": output = option.value == [45] ? nil : option.value.map { FilePath(bytes: $0) }
        default: said.append((option.name, option.text))
        }
    }

    /// All but those of the art.
    static let own = [
        CommandOption(
            "output", "PATH", letter: "o",
            "Write there: a file, whose ending picks the format, or a folder, which takes many"),
        CommandOption("preset", "NAME", letter: "p", "A set of options under one name; see below"),
        CommandOption("characters-file", "FILE", "Take the characters from there; line ends are blanks"),
        CommandOption("copy", "Put the art into the terminal's clipboard too"),
        CommandOption.help,
        CommandOption("version", letter: "V", "Show the version"),
    ]

    static var known: [CommandOption] {
        let table = FieldTable.conversion
        return own
            + table.fields.map { field in
                CommandOption(
                    String(field.option.dropFirst(2)), table.standsAlone(field.name) ? "" : "VALUE",
                    letter: field.name == "format" ? "f" : nil, field.help.english)
            }
    }

    private static func parse(_ words: [[UInt8]]) throws(CommandFailure) -> ParsedOptions {
        let options = known.map(\.spec)
        do {
            return try OptionParser(options).parse(words)
        } catch {
            throw .usage("convert: " + Wording.terminal.sentence(error, among: options.map(\.name)))
        }
    }
}

extension FilePath {
    var isStandardInput: Bool { bytes == [45] }

    /// Whether it names a folder: by a slash at its end, or because one is there.
    var isFolder: Bool {
        if bytes.last == 47 { return true }
        return (try? FileDescriptor.folder(FolderPath(bytes: bytes))) != nil
    }

    fileprivate func mustBeFolder() throws(CommandFailure) {
        do {
            _ = try FileDescriptor.folder(FolderPath(bytes: bytes))
        } catch {
            throw CommandFailure(exit: .cannotCreate, text: Wording.terminal.sentence(error, about: shown))
        }
    }

    fileprivate func isSameFile(as other: FilePath) -> Bool {
        guard !isStandardInput, let entry, let there = other.entry, entry.kind == .file else { return false }
        return (entry.device, entry.inode) == (there.device, there.inode)
    }

    private var entry: FileEntry? { try? FileDescriptor.folder(folder).entry(name) }
}

extension FilePath {
    /// More than any text that is taken.
    private static let mostBytes = 256 << 10

    /// A file's text in one line: what parts lines and columns becomes a blank. Other control characters are left for the
    /// option to refuse.
    fileprivate func line() throws(CommandFailure) -> String {
        let bytes: [UInt8]
        do {
            bytes = try open(O_RDONLY).all(limit: Self.mostBytes)
        } catch {
            throw CommandFailure(exit: .noInput, text: Wording.terminal.sentence(error, about: shown))
        }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        guard let text = String(validating: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self) else {
            throw CommandFailure(exit: .data, text: "\(shown) is not text in UTF-8. Save it as UTF-8.")
        }
        let lines = text.unicodeScalars.split { (9...13).contains($0.value) || $0.value == 0x85 }
        let line = lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        guard !line.isEmpty else {
            throw CommandFailure(exit: .data, text: "\(shown) is empty. Name a file with text.")
        }
        return line
    }
}
