import Domain
import Words

/// `textify manual PAGE`.
enum ManualCommand: LocalCommand {
    static let name = "manual"
    static let summary = FieldHelp(
        "Print a manual page for man or mandoc",
        "man이나 mandoc용 설명서를 출력")
    static let operands = "textify | textifyd.toml"
    static let options: [CommandOption] = []

    static func run(_ session: LocalSession) throws(CommandFailure) {
        switch try session.operand(of: ["textify", "textifyd.toml"]) {
        case "textify": try CommandOutput.standard(ProgramManual.page)
        default: try CommandOutput.standard(SettingsManual.page)
        }
    }
}
