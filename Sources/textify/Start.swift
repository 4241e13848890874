import Domain
import Glibc
import PlatformSystem

@main enum Start {
    private static var commands: [any Command.Type] { [ConvertCommand.self] }

    static func main() {
        Signals.ignoreNoise()
        let words = OptionParser.commandLine
        do {
            try run(words)
        } catch {
            if let text = error.text { try? StandardStream.error.write("textify: " + text + "\n") }
            exit(error.exit.rawValue)
        }
    }

    private static func run(_ words: [[UInt8]]) throws(CommandFailure) {
        let first = words.first.map { String(decoding: $0, as: UTF8.self) } ?? "--help"
        if ["--help", "-h", "help"].contains(first) {
            try CommandOutput.standard(Usage.all(commands))
        } else if ["--version", "-V"].contains(first) {
            try CommandOutput.standard(Usage.version)
        } else {
            try command(first).run(Array(words.dropFirst()))
        }
    }

    private static func command(_ name: String) throws(CommandFailure) -> any Command.Type {
        for command in commands where command.name == name { return command }
        let names = commands.map { $0.name }.joined(separator: ", ")
        throw CommandFailure.usage("\(name): no such command; there are: \(names)")
    }
}
