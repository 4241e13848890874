import Domain
import PlatformSystem
import Words

extension Command {
    /// The options among `words`; `nil` when the command's help or the version was asked for, which is shown.
    static func parsed(_ words: [[UInt8]]) throws(CommandFailure) -> ParsedOptions? {
        // The version is the program's, and no part of a command's help.
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
