import Domain
import Words

/// `textify completion SHELL`.
enum CompletionCommand: LocalCommand {
    static let name = "completion"
    static let summary = FieldHelp(
        "Print what a shell needs to complete textify's commands and options",
        "셸이 textify의 명령과 옵션을 완성하는 데 필요한 것을 출력")
    static let operands = "bash | zsh | fish"
    static let options: [CommandOption] = []

    static func run(_ session: LocalSession) throws(CommandFailure) {
        let words = Completion.Shell.allCases.map(\.rawValue)
        guard let shell = Completion.Shell(rawValue: try session.operand(of: words)) else { return }
        try CommandOutput.standard(Completion.script(shell))
    }
}
