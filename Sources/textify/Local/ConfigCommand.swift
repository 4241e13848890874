import BackendKinds
import Configuration
import ControlAPI
import Domain
import FoundationEssentials
import PlatformSystem
import Words

/// `textify config check`, `textify config show`, `textify config schema`, `textify config sample`.
enum ConfigCommand: LocalCommand {
    static let name = "config"
    static let summary = FieldHelp(
        "Check the configuration, show the effective settings, or print its JSON Schema or a sample",
        "설정을 검사하거나, 적용되는 값을 표시하거나, JSON 스키마나 예시를 출력")
    static let operands = "check | show | schema | sample"
    static let options = [
        CommandOption(
            "config", "FILE", "The configuration (default: ./textifyd.toml when there is one)",
            "설정 파일 (기본: 있으면 ./textifyd.toml)"),
        CommandOption(
            "origin", "With show: add the origin of each value", "show와 함께: 값마다 출처를 표시"),
        CommandOption("json", "With show: print it as JSON", "show와 함께: JSON으로 출력"),
    ]

    static func run(_ session: LocalSession) throws(CommandFailure) {
        let action = try session.operand(of: ["check", "show", "schema", "sample"])
        if action != "show", let stray = ["origin", "json"].first(where: { session.options.last($0) != nil }) {
            throw .usage("config \(action): " + Wording.terminal.onlyValidWith("--" + stray, "config show"))
        }
        let file = session.options.last("config")?.text
        if action == "check", file == nil, !FileManager.default.fileExists(atPath: "textifyd.toml") {
            throw CommandFailure(exit: .noInput, text: "config check: " + Wording.terminal.noConfigurationToCheck)
        }
        switch action {
        case "check": try ServiceProgram.become(["--check"] + (file.map { ["--config", $0] } ?? []), for: name)
        case "show": try show(file, session.options)
        case "sample": try CommandOutput.standard(sample())
        default: try print(SettingsSchema.json(backendDescriptions))
        }
    }

    private static func show(_ file: String?, _ options: ParsedOptions) throws(CommandFailure) {
        let words = Wording.terminal
        let shown: ShownSettings
        do throws(ConfigurationFailure) {
            shown = try ShownSettings.load(
                CommandLineSettings(config: file), kinds: backendDescriptions,
                environment: ProcessInfo.processInfo.environment,
                folder: FileManager.default.currentDirectoryPath)
        } catch {
            throw CommandFailure(exit: .configuration, text: words.lines(error).joined(separator: "\n"))
        }
        if options.last("json") != nil { return try print(shown.json) }
        let formatter = SettingsFormatter(words: words, showsOrigin: options.last("origin") != nil, files: shown.files)
        try CommandOutput.standard(formatter.lines(shown.tables).joined(separator: "\n") + "\n")
    }

    private static func sample() throws(CommandFailure) -> String {
        do throws(ConfigurationFailure) { return try SettingsSample.text() } catch {
            throw CommandFailure(exit: .software, text: Wording.terminal.lines(error).joined(separator: "\n"))
        }
    }

    private static func print(_ value: JSONValue) throws(CommandFailure) {
        let bytes: [UInt8]
        do { bytes = try ControlJSON.encode(value) } catch {
            throw CommandFailure(exit: .software, text: "config: " + Wording.terminal.notJSON)
        }
        try CommandOutput.standard(json: bytes)
    }
}

/// Formats the effective configuration as a valid configuration file.
struct SettingsFormatter {
    let words: Wording
    let showsOrigin: Bool
    /// The files' names for display.
    let files: [String]

    /// The cell where origins start, unless the line is longer.
    private static let column = 48

    func lines(_ tables: [ShownTable]) -> [String] {
        let head = files.isEmpty ? [words.noConfigurationFile] : files.map { FileName($0).shown }
        return head.map { "# " + $0 } + tables.flatMap { ["", $0.header] + $0.settings.map(line) }
    }

    private func line(_ setting: ShownSetting) -> String {
        let line = setting.toml
        guard showsOrigin else { return line }
        let gap = max(2, Self.column - CellText.width(of: line))
        return line + String(repeating: " ", count: gap) + "# " + origin(of: setting)
    }

    private func origin(of setting: ShownSetting) -> String {
        switch setting.origin {
        case .builtIn: setting.value == nil ? words.notSet : words.builtIn
        case .file(let line, let document): place(line, document)
        case .defaults(let line, let document): "[defaults], " + place(line, document)
        case .backend(let name, let line, let document): "[backends.\(name)], " + place(line, document)
        case .environment(let name): words.fromEnvironment(name)
        case .follows(let key): words.from(key)
        }
    }

    private func place(_ line: Int, _ document: Int) -> String {
        "\(FileName(files.indices.contains(document) ? files[document] : "").shown):\(line)"
    }
}
