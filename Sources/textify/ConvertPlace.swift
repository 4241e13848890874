import Domain
import FoundationEssentials
import PlatformSystem

/// Where the art goes when no file is named, as far as it decides what suits.
struct ConvertPlace {
    /// `nil` when standard output is no terminal.
    let terminal: TerminalSize?
    let isTerminal: Bool
    /// What the terminal has behind its text, where it was asked and answered.
    let background: RGB?
    let environment: [String: String]

    /// Asks the terminal only when `asks`: art in a file has nothing to do with it.
    static func standard(asks: Bool) -> ConvertPlace {
        let isTerminal = StandardStream.output.isTerminal
        return ConvertPlace(
            terminal: TerminalSize(of: .output), isTerminal: isTerminal,
            background: isTerminal && asks ? TerminalBackground.ask() : nil,
            environment: ProcessInfo.processInfo.environment)
    }

    /// Whether dark ink suits it better.
    var isLight: Bool {
        guard let background else { return false }
        return 299 * Int(background.red) + 587 * Int(background.green) + 114 * Int(background.blue) > 127_500
    }

    /// The colours that the terminal is known to have.
    var colors: ArtColor {
        let name = environment["TERM"] ?? ""
        if environment["NO_COLOR"].map({ !$0.isEmpty }) == true || name == "dumb" { return .none }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || name.contains("direct") { return .full }
        return name == "linux" ? .sixteen : .palette
    }
}
