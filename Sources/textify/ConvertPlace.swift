import Domain
import FoundationEssentials
import PlatformSystem

/// Where the art goes when no file is named, as far as it decides what suits.
struct ConvertPlace {
    /// `nil` when standard output is no terminal.
    let terminal: TerminalSize?
    let isTerminal: Bool
    /// Asks what the terminal has behind its text; `nil` when there is no answer.
    let background: @Sendable () -> RGB?
    let environment: [String: String]

    static var standard: ConvertPlace {
        ConvertPlace(
            terminal: TerminalSize(of: .output), isTerminal: StandardStream.output.isTerminal,
            background: { TerminalBackground.ask() }, environment: ProcessInfo.processInfo.environment)
    }

    /// Whether dark ink suits it better.
    func isLight() -> Bool {
        guard let background = background() else { return false }
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
