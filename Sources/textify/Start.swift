import ControlAPI
import Domain
import Glibc
import PlatformSystem
import Words

@main enum Start {
    static func main() async {
        Signals.ignoreNoise()
        let words = OptionParser.commandLine
        do {
            try await run(words)
        } catch {
            tell(error, isJSON: words.prefix { $0 != Array("--".utf8) }.contains(Array("--json".utf8)))
            exit(error.exit.rawValue)
        }
    }

    /// Prints a failure to standard error, as JSON if `--json` was given.
    private static func tell(_ failure: CommandFailure, isJSON: Bool) {
        guard let text = failure.text else { return }
        let problem = isJSON ? CommandProblem(failure).flatMap { try? ControlJSON.encode($0) } : nil
        let line = problem.map { String(decoding: $0, as: UTF8.self) } ?? "textify: \(text)"
        try? StandardStream.error.write(TerminalText(line + "\n"))
    }

    private static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        let line = try Invocation(words)
        if line.wantsVersion { return try CommandOutput.standard(Usage.version) }
        guard let name = line.command else {
            guard line.wantsHelp else { throw CommandFailure.usage(Wording.terminal.whichCommand) }
            return try CommandOutput.standard(Usage(.help).all(CommandTable.all))
        }
        let command = try command(name)
        try await command.run(line.wantsHelp ? [Array("--help".utf8)] : line.options + line.rest)
    }

    private static func command(_ name: String) throws(CommandFailure) -> any Command.Type {
        for command in CommandTable.all where command.names.contains(name) { return command }
        let names = CommandTable.all.map { $0.name }
        let nearest = NearestName.of(name, among: names)
        throw CommandFailure.usage(Wording.terminal.noSuchCommand(FileName(name).shown, nearest: nearest, names))
    }
}
