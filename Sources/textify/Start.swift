import ControlAPI
import Domain
import FoundationEssentials
import Glibc
import PlatformSystem
import Words

@main enum Start {
    static func main() async {
        Signals.ignoreWriteSignals()
        let words = OptionParser.commandLine
        do {
            try await run(words)
        } catch {
            report(error, isJSON: words.prefix { $0 != Array("--".utf8) }.contains(Array("--json".utf8)))
            exit(error.exit.rawValue)
        }
    }

    /// Prints a failure to standard error, as JSON if `--json` was given.
    private static func report(_ failure: CommandFailure, isJSON: Bool) {
        guard let text = failure.text else { return }
        let problem = isJSON ? CommandProblem(failure).flatMap { try? ControlJSON.encode($0) } : nil
        let line = problem.map { String(decoding: $0, as: UTF8.self) } ?? "textify: \(text)"
        try? StandardStream.error.write(TerminalText(line + "\n"))
    }

    private static func run(_ words: [[UInt8]]) async throws(CommandFailure) {
        if ConvertShorthand.isMeant(by: words) { return try await ConvertCommand.run(words) }
        let line = try Invocation(words)
        if line.wantsVersion { return try CommandOutput.standard(Usage.version) }
        guard let name = line.command else {
            guard line.wantsHelp else { throw CommandFailure.usage(Wording.terminal.noCommandGiven) }
            return try CommandOutput.standard(Usage(formatter: .help).all(CommandTable.all))
        }
        let command = try command(name)
        try await command.run(line.wantsHelp ? [Array("--help".utf8)] : line.options + line.rest)
    }

    private static func command(_ name: String) throws(CommandFailure) -> any Command.Type {
        for command in CommandTable.all where command.names.contains(name) { return command }
        let nearest = NearestName.few(of: name, among: CommandTable.all.map { $0.name })
        if nearest.isEmpty, !name.isEmpty, FilePath(bytes: Array(name.utf8)).isFolder {
            throw CommandFailure(exit: .noInput, text: Wording.terminal.folder(FileName(name).shown))
        }
        throw CommandFailure.usage(Wording.terminal.noSuchCommand(FileName(name).shown, nearest: nearest))
    }
}

/// A command line split into common options, the command's name, and the command's own arguments.
///
/// Options before the name mean the same as after it. Only options that all commands share may come before the name,
/// because the others are unknown until the name is.
struct Invocation {
    /// `nil` when no command is named.
    private(set) var command: String?
    /// The options before the name, without `--help` and `--version`, each as one word.
    private(set) var options: [[UInt8]] = []
    /// The arguments after the name.
    private(set) var rest: [[UInt8]] = []
    private(set) var wantsHelp = false
    private(set) var wantsVersion = false

    init(_ words: [[UInt8]]) throws(CommandFailure) {
        var left = words[...]
        if left.isEmpty { wantsHelp = true }
        while let word = left.first, command == nil {
            if word == Array("--".utf8) {
                left = left.dropFirst()
                command = left.popFirst().map { String(decoding: $0, as: UTF8.self) }
                break
            } else if word.first == UInt8(ascii: "-"), word.count > 1 {
                left = left.dropFirst(try take(word, left.dropFirst().first))
            } else {
                left = left.dropFirst()
                if word == Array("help".utf8) {
                    wantsHelp = true
                } else {
                    command = String(decoding: word, as: UTF8.self)
                }
            }
        }
        rest = Array(left)
    }

    /// Parses one option and returns the number of words used: 2 when its value is the next word.
    private mutating func take(_ word: [UInt8], _ next: [UInt8]?) throws(CommandFailure) -> Int {
        let parser = OptionParser((CommandOption.commonOptions + [.version]).map(\.spec))
        do throws(OptionFailure) {
            note(try parser.parse([word]))
            return 1
        } catch {
            guard case .missingValue = error, let next else { throw Self.refused(error, parser) }
            do throws(OptionFailure) { note(try parser.parse([word, next])) } catch {
                throw Self.refused(error, parser)
            }
            return 2
        }
    }

    private mutating func note(_ parsed: ParsedOptions) {
        for option in parsed.options {
            switch option.name {
            case CommandOption.help.spec.name: wantsHelp = true
            case CommandOption.version.spec.name: wantsVersion = true
            default:
                options.append(Array("--\(option.name)".utf8) + (option.value.map { Array("=".utf8) + $0 } ?? []))
            }
        }
    }

    private static func refused(_ failure: OptionFailure, _ parser: OptionParser) -> CommandFailure {
        let sentence = Wording.terminal.sentence(failure, among: parser.options.map(\.name))
        guard case .unknown = failure else { return .usage(sentence) }
        return .usage(sentence + " " + Wording.terminal.optionsAfterCommand)
    }
}

extension Wording {
    /// The wording in the language of the person's terminal.
    static var terminal: Wording { Wording(environment: ProcessInfo.processInfo.environment) }
}
