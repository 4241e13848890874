import Domain
import FoundationEssentials
import PlatformSystem

/// The properties of standard output that decide the defaults of `convert`, `cat` and `top`.
struct OutputTraits: Sendable {
    /// The terminal's size; `nil` when standard output is not a terminal.
    let terminal: TerminalSize?
    let isTerminal: Bool
    /// Queries the terminal; `nil` when it can't be queried.
    let report: @Sendable () -> TerminalReport?
    let environment: [String: String]
    /// The terminal that displays this tmux session; `nil` outside tmux, or if tmux doesn't answer in time.
    var tmuxClient: TmuxClient?
    /// The console's font; `nil` if standard output is no Linux console.
    var consoleFont: ConsoleFont?

    /// Inside tmux, this asks the server for the terminal behind it.
    static func standard() async -> OutputTraits {
        let environment = ProcessInfo.processInfo.environment
        let isTerminal = StandardStream.output.isTerminal
        var traits = OutputTraits(
            terminal: TerminalSize(of: .output), isTerminal: isTerminal,
            // The Linux console and simple terminals would print parts of the query.
            report: { ["linux", "dumb"].contains(environment["TERM"]) ? nil : TerminalReport.query() },
            environment: environment)
        if isTerminal {
            traits.tmuxClient = await TmuxClient.query(environment)
            traits.consoleFont = ConsoleFont(of: .output)
        }
        return traits
    }

    /// The terminal's abilities, from its answer, what tmux says of the terminal behind it, and the environment.
    func profile(_ report: TerminalReport?) -> TerminalProfile {
        TerminalProfile(environment, report: report?.version, tmux: tmuxClient, console: consoleFont)
    }

    /// The colours that the terminal is known to support, without a query.
    var colors: ArtColor { profile(nil).colors }
}

extension TerminalReport {
    /// Whether the background is light, so that dark ink is better.
    var hasLightBackground: Bool {
        guard let background else { return false }
        return 299 * Int(background.red) + 587 * Int(background.green) + 114 * Int(background.blue) > 127_500
    }
}

/// The terminal that displays a tmux session.
struct TmuxClient: Equatable, Sendable {
    /// Whether tmux sends it UTF-8. Otherwise tmux replaces every character beyond ASCII.
    let isUTF8: Bool
    /// The terminal's own answer to XTVERSION, such as `kitty(0.35.2)`; empty before tmux 3.3.
    let terminal: String

    init(isUTF8: Bool, terminal: String) {
        self.isUTF8 = isUTF8
        self.terminal = terminal
    }

    /// Parses what tmux prints for `format`; `nil` for anything else.
    init?(answer: String) {
        let parts = answer.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "0" || parts[0] == "1" else { return nil }
        self.init(isUTF8: parts[0] == "1", terminal: PromptText.trimmed(parts[1]))
    }

    static let format = "#{client_utf8} #{client_termtype}"

    /// Asks the tmux server, for at most 200 ms. `nil` outside tmux and when it doesn't answer.
    static func query(_ environment: [String: String]) async -> TmuxClient? {
        guard environment["TMUX"]?.isEmpty == false else { return nil }
        guard let program = Programs.path(of: "tmux", environment) else { return nil }
        let command = OneShotCommand(
            ChildRunner(), clock: ContinuousClock(), time: .milliseconds(200), limit: 1 << 10)
        let order = ChildConfiguration(
            program: program, arguments: ["display-message", "-p", format],
            variables: environment.map { "\($0.key)=\($0.value)" }, folder: FolderPath(bytes: Array("/".utf8)))
        guard let output = try? await command.run(order), output.ending == .code(0) else { return nil }
        return TmuxClient(answer: String(decoding: output.bytes, as: UTF8.self))
    }
}

/// A terminal's program and version, as far as it is known.
struct TerminalProgram: Equatable, Sendable {
    /// In lower case, such as `kitty`.
    let name: String
    /// Empty if unknown.
    let version: [Int]

    /// Parses an answer to XTVERSION: `kitty(0.35.2)`, `VTE(7600)`, `WezTerm 20240203-110809-5046fc22`, `tmux 3.4`.
    init?(report: String) {
        let name = report.prefix { $0.isLetter || $0.isNumber }
        guard !name.isEmpty else { return nil }
        self.init(name: name.lowercased(), version: report.dropFirst(name.count))
    }

    /// Identifies the terminal by the variables that it sets. Those of a multiplexer hide the terminal.
    init?(_ environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        let program = environment["TERM_PROGRAM"] ?? ""
        if environment["TMUX"] != nil || term.hasPrefix("tmux") {
            self.init(name: "tmux", version: "")
        } else if environment["STY"] != nil || term.hasPrefix("screen") {
            self.init(name: "screen", version: "")
        } else if term == "linux" || term == "dumb" {
            self.init(name: term, version: "")
        } else if !program.isEmpty {
            self.init(name: program.lowercased(), version: environment["TERM_PROGRAM_VERSION"]?[...] ?? "")
        } else if environment["WT_SESSION"] != nil {
            self.init(name: "windows terminal", version: "")
        } else if let name = Self.names[term] {
            self.init(name: name, version: "")
        } else if let vte = environment["VTE_VERSION"] {
            self.init(name: "vte", version: vte[...])
        } else {
            return nil
        }
    }

    private init(name: String, version: Substring) {
        self.name = name
        self.version = version.prefix { $0 != "-" }.split { !$0.isNumber }.compactMap { Int($0) }
    }

    /// The values of `TERM` that name one program.
    private static let names = [
        "xterm-kitty": "kitty", "xterm-ghostty": "ghostty", "foot": "foot", "foot-extra": "foot", "wezterm": "wezterm",
        "contour": "contour", "alacritty": "alacritty",
    ]

    /// The most detailed blocks that the program draws itself, whatever its font contains. `block` is in nearly every
    /// font, sixths and octants in few, so a program whose version is unknown counts as old.
    var charset: Charset {
        switch name {
        case "kitty": isAtLeast(0, 40) ? .octant : .sextant
        case "ghostty": isAtLeast(1, 2) ? .octant : .sextant
        case "foot": isAtLeast(1, 20) ? .octant : .sextant
        // A library behind many terminals: 0.78 draws octants, 0.62 sextants.
        case "vte": isAtLeast(7_800) ? .octant : isAtLeast(6_200) ? .sextant : .block
        case "wezterm", "contour": .sextant
        // A console's font decides; see `ConsoleFont`.
        case "linux", "dumb": .ascii
        default: .block
        }
    }

    /// The most detailed blocks that a console's font has.
    static func charset(of font: ConsoleFont) -> Charset {
        if font.has("▀▄▌▐▘▝▖▗▚▞▛▜▙▟█") { return .quad }
        return font.has("▀▄█") ? .half : .ascii
    }

    /// Whether the program has 24-bit colours in every version in use.
    var hasFullColors: Bool {
        [
            "kitty", "ghostty", "foot", "vte", "wezterm", "contour", "alacritty", "iterm2", "iterm.app", "konsole",
            "windows terminal",
        ].contains(name)
    }

    /// Whether the program always expects UTF-8.
    var isAlwaysUTF8: Bool { hasFullColors && name != "konsole" && name != "vte" }

    private func isAtLeast(_ numbers: Int...) -> Bool { !version.lexicographicallyPrecedes(numbers) }
}

/// The charset and colours that suit a terminal.
struct TerminalProfile: Equatable, Sendable {
    /// For art with colours.
    let charset: Charset
    let colors: ArtColor

    /// `report` is the terminal's answer to XTVERSION. It takes precedence over variables, which programs inherit from
    /// other terminals.
    init(_ environment: [String: String], report: String?, tmux: TmuxClient?, console: ConsoleFont? = nil) {
        let program = report.flatMap { TerminalProgram(report: $0) } ?? TerminalProgram(environment)
        colors = Self.colors(environment, program)
        switch Self.hasUTF8Locale(environment) {
        case .some(true): break
        case nil where program?.isAlwaysUTF8 == true: break
        default:
            charset = .ascii
            return
        }
        guard program?.name == "tmux" else {
            let font = program?.name == "linux" ? console : nil
            charset = font.map(TerminalProgram.charset(of:)) ?? program?.charset ?? .block
            return
        }
        if tmux?.isUTF8 == false {
            charset = .ascii
        } else {
            let outer = tmux.flatMap { TerminalProgram(report: $0.terminal) }?.charset ?? .block
            // Most builds of tmux don't know yet how wide octants are.
            charset = outer == .octant ? .sextant : outer
        }
    }

    private static func colors(_ environment: [String: String], _ program: TerminalProgram?) -> ArtColor {
        let term = environment["TERM"] ?? ""
        if environment["NO_COLOR"].map({ !$0.isEmpty }) == true || term == "dumb" { return .none }
        if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") || term.contains("direct") { return .full }
        if term == "linux" { return .sixteen }
        return program?.hasFullColors == true ? .full : .palette
    }

    /// Whether the locale's encoding is UTF-8; `nil` if no variable sets the locale.
    private static func hasUTF8Locale(_ environment: [String: String]) -> Bool? {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"].compactMap { environment[$0] }
        guard let name = names.first(where: { !$0.isEmpty })?.lowercased() else { return nil }
        return name.contains("utf-8") || name.contains("utf8")
    }
}
