import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import PlatformSystem
import Words

/// `textify completion SHELL`, and `textify completion words SHELL WORD…`, which the shell calls for completions.
enum CompletionCommand: Command {
    static let name = "completion"
    static let summary = FieldHelp(
        "Print the completion script of a shell for textify's commands, options and values",
        "textify의 명령, 옵션, 값을 완성하는 셸 스크립트를 출력")
    static let operands = "bash | zsh | fish"
    static let known = [CommandOption.help]

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        let texts = words.map { String(decoding: $0, as: UTF8.self) }
        if texts.first == "words", texts.count > 2, let shell = Completion.Shell(rawValue: texts[1]) {
            return try await offer(Array(texts.dropFirst(2)), shell)
        }
        guard let parsed = try parsed(words) else { return }
        let session = LocalSession(command: name, options: parsed)
        let names = Completion.Shell.allCases.map(\.rawValue)
        guard let shell = Completion.Shell(rawValue: try session.operand(of: names)) else { return }
        try CommandOutput.standard(Completion.script(shell))
    }

    /// Prints one word per line, in fish and zsh with its help after a tab; a line with only a colon requests file
    /// names. Words that can't be determined are left out without an error, because an error message would disturb the
    /// prompt.
    private static func offer(_ typed: [String], _ shell: Completion.Shell) async throws(CommandFailure) {
        let answer = CompletionAnswer(typed, splits: shell == .bash, in: Wording.terminal.language)
        var lines = answer.words.map { shell == .bash || $0.help.isEmpty ? $0.word : "\($0.word)\t\($0.help)" }
        switch answer.values {
        case .none: break
        case .files: lines.append(":")
        case .words(let words), .list(let words): lines += words.map { answer.lead + $0 }
        case .caches: lines.append("renderings")
        case .jobs, .folders, .backends:
            lines += await CompletionSource(typed).values(answer.values, helps: shell != .bash).map { answer.lead + $0 }
        }
        try CommandOutput.standard(lines.map { $0 + "\n" }.joined())
    }
}
