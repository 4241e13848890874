import Domain
import PlatformSystem
import Words

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
