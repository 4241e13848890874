import Domain
import Words

/// `textify manual PAGE`.
enum ManualCommand: LocalCommand {
    static let name = "manual"
    static let summary = FieldHelp(
        "Print a manual page, as man and mandoc read it",
        "man과 mandoc이 읽는 설명서를 출력")
    static let operands = "textify | textifyd.toml"
    static let options: [CommandOption] = []

    static func run(_ session: LocalSession) throws(CommandFailure) {
        switch try session.operand(of: ["textify", "textifyd.toml"]) {
        case "textify": try CommandOutput.standard(ProgramManual.page)
        default: try CommandOutput.standard(SettingsManual.page)
        }
    }
}
