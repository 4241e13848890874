import Configuration
import ControlAPI
import Domain
import PlatformSystem
import Words

/// `textify config check`, `textify config schema`.
enum ConfigCommand: LocalCommand {
    static let name = "config"
    static let summary = FieldHelp(
        "Check the configuration, or print its JSON Schema for editors",
        "설정을 검사하거나, 편집기용 JSON 스키마를 출력")
    static let operands = "check | schema"
    static let options = [
        CommandOption(
            "config", "FILE", "The configuration (default: ./textifyd.toml when there is one)",
            "설정 파일 (기본: 있으면 ./textifyd.toml)")
    ]

    static func run(_ session: LocalSession) throws(CommandFailure) {
        if try session.operand(of: ["check", "schema"]) == "check" {
            let file = session.options.last("config")?.text.map { ["--config", $0] } ?? []
            return try ServiceProgram.become(["--check"] + file, for: name)
        }
        try CommandOutput.standard(schema + [10])
    }

    private static var schema: [UInt8] {
        get throws(CommandFailure) {
            do { return try ControlJSON.encode(SettingsSchema.json) } catch {
                throw CommandFailure(exit: .software, text: "config: " + Wording.terminal.schemaNotJSON)
            }
        }
    }
}
