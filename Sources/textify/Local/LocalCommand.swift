import Domain
import PlatformSystem
import Words

/// A command that needs no service.
protocol LocalCommand: Command {
    /// Options besides `--help`, each with its line of help.
    static var options: [CommandOption] { get }
    static func run(_ session: LocalSession) throws(CommandFailure)
}

extension LocalCommand {
    static var known: [CommandOption] { options + [CommandOption.help] }

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        if let parsed = try parsed(words) { try run(LocalSession(command: name, options: parsed)) }
    }
}

/// The command line of a command that needs no service.
struct LocalSession {
    let command: String
    let options: ParsedOptions

    /// The command's single operand, which must be one of `words`.
    func operand(of words: [String]) throws(CommandFailure) -> String {
        let operands = options.positionals.map { String(decoding: $0, as: UTF8.self) }
        guard operands.count == 1, let word = operands.first, words.contains(word) else {
            let got = operands.count == 1 ? operands.first : nil
            throw .usage("\(command): " + Wording.terminal.choice(got.map { FileName($0).shown }, among: words))
        }
        return word
    }
}
