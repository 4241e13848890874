/// A command that calls the service.
protocol ControlCommand: Command {
    /// Options besides `--socket`, `--json` and `--help`, each with its line of help.
    static var options: [CommandOption] { get }

    static func ask(_ session: ControlSession) async throws(CommandFailure)
}

extension ControlCommand {
    static var operands: String { "" }
    static var options: [CommandOption] { [] }

    static var known: [CommandOption] { options + CommandOption.ofControl }

    static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        if let parsed = try parsed(words) { try await ask(ControlSession(name, parsed)) }
    }
}
