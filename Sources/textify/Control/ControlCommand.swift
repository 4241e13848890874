import ControlClient
import Domain
import PlatformSystem
import Words

/// A command that asks the service.
protocol ControlCommand: Command {
    /// What stands behind the command's name, such as `ID`.
    static var operands: String { get }
    /// Options beside `--socket`, `--json` and `--help`, each with its line of help.
    static var options: [CommandOption] { get }

    static func ask(_ session: ControlSession) async throws(CommandFailure)
}

extension ControlCommand {
    static var operands: String { "" }
    static var options: [CommandOption] { [] }

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        let known = options + CommandOption.ofControl
        let parsed: ParsedOptions
        do throws(OptionFailure) {
            parsed = try OptionParser(known.map(\.spec)).parse(words)
        } catch {
            throw .usage("\(name): " + Wording.terminal.sentence(error, among: known.map(\.spec.name)))
        }
        if parsed.last("help") != nil {
            return try CommandOutput.standard(Usage.control(name, operands, summary, known))
        }
        try await ask(ControlSession(name, parsed))
    }
}
