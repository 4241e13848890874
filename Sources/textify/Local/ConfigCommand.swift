import Configuration
import ControlAPI
import Domain
import PlatformSystem
import Words

/// `textify config check`, `textify config schema`.
enum ConfigCommand: LocalCommand {
    static let name = "config"
    static let summary = "Check the configuration, or print its JSON Schema for editors"
    static let operands = "check | schema"
    static let options = [
        CommandOption("config", "FILE", "The configuration (default: ./textifyd.toml when there is one)")
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
                throw CommandFailure(exit: .software, text: "config: the schema can't be written as JSON.")
            }
        }
    }
}
