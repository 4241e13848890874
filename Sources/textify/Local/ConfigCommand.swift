import Configuration
import ControlAPI
import Domain
import FoundationEssentials
import PlatformSystem
import Words

/// `textify config check`, `textify config show`, `textify config schema`.
enum ConfigCommand: LocalCommand {
    static let name = "config"
    static let summary = FieldHelp(
        "Check the configuration, show the effective settings, or print the JSON Schema for editors",
        "설정을 검사하거나, 적용되는 값을 표시하거나, 편집기용 JSON 스키마를 출력")
    static let operands = "check | show | schema"
    static let options = [
        CommandOption(
            "config", "FILE", "The configuration (default: ./textifyd.toml when there is one)",
            "설정 파일 (기본: 있으면 ./textifyd.toml)"),
        CommandOption(
            "origin", "With show: add the origin of each value", "show와 함께: 값마다 출처를 표시"),
        CommandOption("json", "With show: print it as JSON", "show와 함께: JSON으로 출력"),
    ]

    static func run(_ session: LocalSession) throws(CommandFailure) {
        let what = try session.operand(of: ["check", "show", "schema"])
        if what != "show", let stray = ["origin", "json"].first(where: { session.options.last($0) != nil }) {
            throw .usage("config \(what): " + Wording.terminal.onlyWith("--" + stray, "config show"))
        }
        let file = session.options.last("config")?.text
        if what == "check", file == nil, !FileManager.default.fileExists(atPath: "textifyd.toml") {
            throw CommandFailure(exit: .noInput, text: "config check: " + Wording.terminal.nothingToCheck)
        }
        switch what {
        case "check": try ServiceProgram.become(["--check"] + (file.map { ["--config", $0] } ?? []), for: name)
        case "show": try show(file, session.options)
        default: try print(SettingsSchema.json)
        }
    }

    private static func show(_ file: String?, _ options: ParsedOptions) throws(CommandFailure) {
        let words = Wording.terminal
        let shown: ShownSettings
        do throws(ConfigurationFailure) {
            shown = try ShownSettings.load(
                LaunchWords(config: file), environment: ProcessInfo.processInfo.environment,
                folder: FileManager.default.currentDirectoryPath)
        } catch {
            throw CommandFailure(exit: .configuration, text: words.lines(error).joined(separator: "\n"))
        }
        if options.last("json") != nil { return try print(shown.json) }
        let sheet = SettingsLines(words: words, isOrigin: options.last("origin") != nil, file: shown.file)
        try CommandOutput.standard(sheet.lines(shown.tables).joined(separator: "\n") + "\n")
    }

    private static func print(_ value: JSONValue) throws(CommandFailure) {
        let bytes: [UInt8]
        do { bytes = try ControlJSON.encode(value) } catch {
            throw CommandFailure(exit: .software, text: "config: " + Wording.terminal.schemaNotJSON)
        }
        try CommandOutput.standard(json: bytes)
    }
}
