import Configuration
import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

/// The command line of `convert`. The options of the art and of its writing come from the field table, under the same
/// names.
struct ConvertOptions {
    /// The pictures to read, as written.
    let files: [FilePath]
    private(set) var output: FilePath?
    private var charactersFile: FilePath?
    private(set) var copies = false
    /// Prints errors only.
    private(set) var isQuiet = false
    /// Memory limit for all pictures of the command together, in bytes.
    private(set) var memory = PictureLimits().memory
    private var preset: String?
    /// The options of the art and of its writing.
    private var given: [(name: String, text: String?)] = []

    init(_ parsed: ParsedOptions) throws(CommandFailure) {
        files = parsed.positionals.map { FilePath(bytes: $0) }
        for option in parsed.options { try take(option) }
        if let text = parsed.last("memory")?.text {
            guard let bytes = Int64(text), bytes >= 16 << 20 else {
                throw Self.usageError(Wording.terminal.wrongMemory(text))
            }
            memory = bytes
        }
    }

    /// Resolves the options into a plan. Throws when they contradict each other.
    func plan(_ traits: OutputTraits) throws(CommandFailure) -> ConvertPlan {
        var given = given
        if let charactersFile {
            guard !given.contains(where: { $0.name == "characters" }) else {
                throw Self.usageError(Wording.terminal.charactersConflict)
            }
            given.append(("characters", try charactersFile.line()))
        }
        let isFolder = output?.isFolder == true
        try checkPaths(isFolder: isFolder)
        let named = isFolder ? nil : output.flatMap { OutputKind(named: $0.name) }
        if let output, !isFolder, named == nil, !given.contains(where: { $0.name == "format" }) {
            try checkEnding(of: output)
        }
        let plan = try ConvertPlan(
            given: given, preset: try chosenPreset(), named: named, isFile: output != nil, output: traits)
        try check(plan, isTerminal: traits.isTerminal)
        if let output, isFolder { try output.makeFolder() }
        return plan
    }

    private static func usageError(_ text: String) -> CommandFailure { .usage("convert: " + text) }

    /// Checks that need no plan, and so no query to the terminal.
    private func checkPaths(isFolder: Bool) throws(CommandFailure) {
        let words = Wording.terminal
        if files.isEmpty { throw Self.usageError(words.whichPicture) }
        if files.filter({ $0.isStandardInput }).count > 1 { throw Self.usageError(words.standardInputTwice) }
        for file in files where output.map({ file.isSameFile(as: $0) }) == true {
            throw Self.usageError(words.overwritesItself(file.shown))
        }
        if output != nil, !isFolder, files.count > 1 { throw Self.usageError(words.tooManyForOneFile(files.count)) }
    }

    /// A file without an extension gets plain or coloured text; an unknown extension is a mistake.
    private func checkEnding(of output: FilePath) throws(CommandFailure) {
        if output.name.ending.isEmpty || preset != nil { return }
        throw Self.usageError(Wording.terminal.unknownEnding(output.shown, OutputKind.plainEndings))
    }

    private func check(_ plan: ConvertPlan, isTerminal: Bool) throws(CommandFailure) {
        let words = Wording.terminal
        let (isPicture, isMany) = (plan.format.isPixels, files.count > 1)
        if isPicture, output == nil, isTerminal || isMany {
            throw Self.usageError(words.notShown(plan.format.format, inTerminal: isTerminal, many: isMany))
        }
        if copies, isMany || isPicture { throw Self.usageError(words.copyNeedsOnePicture) }
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
        let nearest = NearestName.of(preset, among: names)
        throw Self.usageError(Wording.terminal.noPreset(FileName(preset).shown, nearest: nearest, names))
    }

    private mutating func take(_ option: ParsedOptions.Found) throws(CommandFailure) {
        switch option.name {
        case "copy": copies = true
        case "quiet": isQuiet = true
        case "characters-file": charactersFile = option.value.map { FilePath(bytes: $0) }
        case "memory": break
        case "preset": preset = option.text
        case "output" where option.value?.isEmpty == true:
            throw Self.usageError(Wording.terminal.sentence(.missingValue(option: "--output"), among: []))
        case "output": output = option.value == [UInt8(ascii: "-")] ? nil : option.value.map { FilePath(bytes: $0) }
        default: given += try Self.checked(option)
        }
    }

    /// Checks a value before anything else is asked of the command line; an error names the option as it was written.
    private static func checked(
        _ option: ParsedOptions.Found
    ) throws(CommandFailure) -> [(name: String, text: String?)] {
        let words = try ConvertAlias.resolved(option.name, option.text)
        var options = ConversionOptions()
        for word in words {
            do throws(FieldFailure) {
                try FieldTable.conversion.apply(word: word.name, word.text, to: &options)
            } catch {
                throw usageError(
                    Wording.terminal.sentence(FieldFailure(key: "--" + option.name, problem: error.problem)))
            }
        }
        return words
    }

    /// The options of `convert` itself, without those of the art.
    static let own = [
        CommandOption(
            "output", "PATH", letter: "o",
            "Write to PATH: a file, whose extension selects the format, or a folder for many pictures",
            "PATH에 쓰기: 확장자가 형식을 정하는 파일, 또는 그림 여러 개를 담을 폴더"),
        CommandOption(
            "preset", "NAME", letter: "p", "Use a named set of options; see below", "이름으로 저장된 옵션 묶음을 사용. 아래 참조"
        ).offering(.words(Preset.builtIn.map(\.name))),
        CommandOption(
            "characters-file", "FILE", "Read the characters from FILE; line ends become blanks",
            "FILE에서 글자를 읽음. 줄 끝은 빈칸이 됨"),
        CommandOption("copy", "Also copy the art to the terminal's clipboard", "텍스트 아트를 터미널의 클립보드에도 복사"),
        CommandOption(
            "memory", "BYTES", "Memory limit for all pictures together (default: 536870912); further pictures wait",
            "그림 전체의 메모리 한도 (기본: 536870912바이트). 넘으면 차례를 기다림"),
        CommandOption("quiet", letter: "q", "Print no warnings and no progress, only errors", "경고와 진행 상황 없이 오류만 출력"),
        CommandOption.help,
    ]

    static var known: [CommandOption] {
        let fields = FieldTable.conversion.fields.map {
            CommandOption($0, "VALUE", letter: $0.name == "format" ? "f" : nil)
        }
        return own + fields + ConvertAlias.options
    }
}

/// Options of `convert` under the names that users of chafa and jp2a know.
enum ConvertAlias {
    static let options = [
        CommandOption("width", "N", letter: "w", "Same as --columns", "--columns와 같음"),
        CommandOption(
            "size", "WxH", letter: "s", "Columns and rows; W or xH alone for one of them",
            "칸과 줄의 수. W나 xH만 쓰면 그것만"),
        CommandOption(
            "colors", "MODE", letter: "c", "Same as --color; full is also called truecolor, 24bit or tc",
            "--color와 같음. full은 truecolor, 24bit, tc라고도 함"
        ).offering(.words(ArtColor.allCases.map(\.rawValue))),
        CommandOption(
            "symbols", "SET", "Same as --charset; also vhalf (half), border (box) and digit (digits)",
            "--charset과 같음. vhalf(half), border(box), digit(digits)도 됨"
        ).offering(.list(Charset.allCases.map(\.rawValue))),
    ]

    private static let colors = ["truecolor": "full", "24bit": "full", "tc": "full", "240": "256", "16/8": "16"]
    private static let sets = ["vhalf": "half", "border": "box", "digit": "digits"]

    /// Returns the options that an alias stands for, or the option itself if it isn't an alias.
    static func resolved(
        _ name: String, _ text: String?
    ) throws(CommandFailure) -> [(name: String, text: String?)] {
        switch name {
        case "width": return [(name: "columns", text: text)]
        case "size": return try cells(text ?? "")
        case "colors": return [(name: "color", text: text.map { colors[$0] ?? $0 })]
        case "symbols": return [(name: "charset", text: text.map(symbols))]
        default: return [(name: name, text: text)]
        }
    }

    /// The names in their order, so that an error quotes what was written.
    private static func symbols(_ text: String) -> String {
        let parts = text.split(separator: /[,+]/, omittingEmptySubsequences: false)
        return parts.map { sets[String($0)] ?? String($0) }.joined(separator: ",")
    }

    private static func cells(_ text: String) throws(CommandFailure) -> [(name: String, text: String?)] {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
        let isNumber = { (part: String) in !part.isEmpty && part.allSatisfy { ("0"..."9").contains($0) } }
        guard parts.count <= 2, parts.contains(where: isNumber), parts.allSatisfy({ $0.isEmpty || isNumber($0) }) else {
            throw .usage("convert: " + Wording.terminal.wrongCells(text))
        }
        return zip(["columns", "rows"], parts).filter { !$1.isEmpty }.map { (name: $0, text: $1) }
    }
}

extension FilePath {
    fileprivate func isSameFile(as other: FilePath) -> Bool {
        guard !isStandardInput, let entry, let second = other.entry, entry.kind == .file else { return false }
        return (entry.device, entry.inode) == (second.device, second.inode)
    }

    private var entry: FileEntry? { try? FileDescriptor.folder(folder).entry(name) }
}

extension FilePath {
    /// Far above any accepted text.
    private static let maxBytes = 256 << 10

    /// Reads a text file as one line: characters that separate lines and columns become blanks. Other control
    /// characters are left for the option to reject.
    fileprivate func line() throws(CommandFailure) -> String {
        let bytes: [UInt8]
        do {
            bytes = try open(O_RDONLY).all(limit: Self.maxBytes)
        } catch {
            throw CommandFailure(exit: .noInput, text: Wording.terminal.sentence(error, about: shown))
        }
        let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        guard let text = String(validating: bytes.dropFirst(hasMark ? 3 : 0), as: UTF8.self) else {
            throw CommandFailure(exit: .data, text: Wording.terminal.notUTF8(shown))
        }
        let lines = text.unicodeScalars.split { (9...13).contains($0.value) || $0.value == 0x85 }
        let line = lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        guard !line.isEmpty else {
            throw CommandFailure(exit: .data, text: Wording.terminal.emptyText(shown))
        }
        return line
    }
}
