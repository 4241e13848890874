import Domain
import PlatformSystem
import Words

extension Command {
    /// Parses the options in `words`. Prints the command's help or the version and returns `nil` if one was requested.
    static func parsed(_ words: [[UInt8]]) throws(CommandFailure) -> ParsedOptions? {
        // `--version` belongs to the program and is not listed in a command's help.
        let known = known + [.version]
        let parsed: ParsedOptions
        do throws(OptionFailure) {
            parsed = try OptionParser(known.map(\.spec)).parse(words)
        } catch {
            throw .usage("\(name): " + Wording.terminal.sentence(error, among: known.map(\.spec.name)))
        }
        if parsed.last("version") != nil {
            try CommandOutput.standard(Usage.version)
            return nil
        }
        guard parsed.last("help") != nil else { return parsed }
        try CommandOutput.standard(Usage(.help).control(self))
        return nil
    }
}
