import ControlAPI
import ControlClient
import Domain
import FoundationEssentials
import PlatformSystem
import Words

/// `textify completion SHELL`; and `textify completion words SHELL WORD…`, which a shell asks for what it may offer.
enum CompletionCommand: Command {
    static let name = "completion"
    static let summary = FieldHelp(
        "Print what a shell needs to complete textify's commands, options and their values",
        "셸이 textify의 명령과 옵션과 값을 완성하는 데 필요한 것을 출력")
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

    /// One word a line, in fish and zsh with its help behind a tab; a line with a colon alone: files. What can't be found
    /// out is left out: nobody waits for an error here.
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
