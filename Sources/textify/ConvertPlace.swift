import Domain
import FoundationEssentials
import PlatformSystem

/// The properties of standard output that decide the defaults of `convert`.
struct ConvertPlace {
    /// The terminal's size; `nil` when standard output is not a terminal.
    let terminal: TerminalSize?
    let isTerminal: Bool
    /// Queries the terminal's background colour; `nil` when the terminal does not answer.
    let background: @Sendable () -> RGB?
    let environment: [String: String]

    static var standard: ConvertPlace {
        ConvertPlace(
            terminal: TerminalSize(of: .output), isTerminal: StandardStream.output.isTerminal,
            background: { TerminalBackground.ask() }, environment: ProcessInfo.processInfo.environment)
    }

    /// Whether the background is light, so that dark ink is better.
    func isLight() -> Bool {
        guard let background = background() else { return false }
        return 299 * Int(background.red) + 587 * Int(background.green) + 114 * Int(background.blue) > 127_500
    }

    /// The colours that the terminal is known to support.
    var colors: ArtColor {
        let name = environment["TERM"] ?? ""
        if environment["NO_COLOR"].map({ !$0.isEmpty }) == true || name == "dumb" { return .none }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || name.contains("direct") { return .full }
        return name == "linux" ? .sixteen : .palette
    }
}
