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
