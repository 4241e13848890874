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
            if let text = error.text { try? StandardStream.error.write("textify: " + text + "\n") }
            exit(error.exit.rawValue)
        }
    }

    private static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        let first = words.first.map { String(decoding: $0, as: UTF8.self) } ?? "--help"
        if ["--help", "-h", "help"].contains(first) {
            try CommandOutput.standard(Usage(.help).all(CommandTable.all))
        } else if ["--version", "-V"].contains(first) {
            try CommandOutput.standard(Usage.version)
        } else {
            try await command(first).run(Array(words.dropFirst()))
        }
    }

    private static func command(_ name: String) throws(CommandFailure) -> any Command.Type {
        for command in CommandTable.all where command.names.contains(name) { return command }
        let names = CommandTable.all.map { $0.name }
        let nearest = NearestName.of(name, among: names)
        throw CommandFailure.usage(Wording.terminal.noSuchCommand(FileName(name).shown, nearest: nearest, names))
    }
}
