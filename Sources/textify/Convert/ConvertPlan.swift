import Domain
import FoundationEssentials
import PlatformSystem
import Words

/// The options of a conversion: from the command line, then the preset, then what suits the output.
struct ConvertPlan {
    let options: ConversionOptions
    let format: OutputKind

    /// `given` are the options of the command line; `named` is the format that the output's name implies.
    init(
        given: [(name: String, text: String?)], preset: Preset?, named: OutputKind?, isFile: Bool, output: OutputTraits
    ) throws(CommandFailure) {
        var options = ConversionOptions()
        if let failure = preset?.apply(to: &options).first {
            throw .usage("convert: " + Wording.terminal.sentence(failure))
        }
        let preferred = options.format
        options.format = nil
        for word in given { try Self.set(word.name, word.text, &options) }
        // Giving `--color` implies that colours are wanted, also in a pipe.
        let wantsColors = given.contains { $0.name == "color" } && options.art.color != .none
        let isColored = output.isTerminal && !isFile || wantsColors
        let format = options.format ?? Self.format(named, preferred) ?? (isColored ? .ansi : .txt)
        var known = Set(given.map { String($0.name.map { $0 == "-" ? "_" : $0 }) })
        known.formUnion(preset?.settings.entries?.map(\.name) ?? [])
        if output.isTerminal, !isFile { Self.adapt(to: output, format, known, &options.art) }
        // If only rows are given, they decide: the columns follow from the aspect ratio.
        if known.contains("rows"), !known.contains("columns"), !output.isTerminal || isFile, options.art.fit == .fit {
            options.art.columns = 500
        }
        self.options = options
        self.format = format
    }

    /// The format in the output's name wins, unless the preset's format has the same extension and is more specific.
    private static func format(_ named: OutputKind?, _ preferred: OutputKind?) -> OutputKind? {
        guard let named, let preferred else { return named ?? preferred }
        let endings = [named, preferred].map { $0.rawValue.split(separator: ".").last }
        return endings[0] == endings[1] ? preferred : named
    }

    private static func set(
        _ name: String, _ text: String?, _ options: inout ConversionOptions
    ) throws(CommandFailure) {
        do throws(FieldFailure) {
            try FieldTable.conversion.apply(word: name, text, to: &options)
        } catch {
            throw .usage("convert: " + Wording.terminal.sentence(error))
        }
    }

    /// Fills in the terminal's size, cell aspect, colours and brightness where no option sets them.
    private static func adapt(
        to output: OutputTraits, _ format: OutputKind, _ known: Set<String>, _ art: inout ArtOptions
    ) {
        if !known.contains("color"), format == .ansi { art.color = output.colors }
        // Mosaics look better only with colours; without them letters are clearer.
        let isFree = known.isDisjoint(with: ["charset", "characters"])
        if isFree, format == .ansi, [.full, .palette].contains(art.color) {
            art.charset = TerminalGlyphs.charset(output.environment) ?? art.charset
        }
        guard format == .ansi || format == .txt, let size = output.terminal else { return }
        if !known.contains("columns") {
            art.columns = min(max(size.columns, 1), 500)
            // Leaves a line for the prompt.
            if !known.contains("rows") { art.rows = min(max(size.rows - 1, 1), 500) }
        }
        if !known.contains("cell_aspect"), let aspect = size.cellAspect { art.cellAspect = min(max(aspect, 0.2), 2) }
        // The terminal is queried only when the answer matters.
        guard !known.contains("invert"), output.isLight() else { return }
        art.invert = true
        if !known.contains("background") { art.background = .white }
    }
}

/// The properties of standard output that decide the defaults of `convert`.
struct OutputTraits {
    /// The terminal's size; `nil` when standard output is not a terminal.
    let terminal: TerminalSize?
    let isTerminal: Bool
    /// Queries the terminal's background colour; `nil` when the terminal does not answer.
    let background: @Sendable () -> RGB?
    let environment: [String: String]

    static var standard: OutputTraits {
        OutputTraits(
            terminal: TerminalSize(of: .output), isTerminal: StandardStream.output.isTerminal,
            background: { TerminalBackground.query() }, environment: ProcessInfo.processInfo.environment)
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

/// Detects which mosaic characters a terminal draws itself, whatever its font contains, from the environment.
enum TerminalGlyphs {
    /// The most detailed charset that the terminal is known to draw; `nil` when unknown, as inside tmux or screen,
    /// which hide the terminal.
    static func charset(_ environment: [String: String]) -> Charset? {
        let term = environment["TERM"] ?? ""
        if environment["TMUX"] != nil || environment["STY"] != nil { return nil }
        if term.hasPrefix("tmux") || term.hasPrefix("screen") { return nil }
        let program = environment["TERM_PROGRAM"] ?? ""
        // The program takes precedence over `TERM`, because it is what draws the screen.
        switch program {
        case "ghostty":
            let version = (environment["TERM_PROGRAM_VERSION"] ?? "").split { !$0.isNumber }.compactMap { Int($0) }
            return version.count >= 2 && (version[0], version[1]) >= (1, 2) ? .all : .sextant
        case "WezTerm", "contour": return .sextant
        case "": break
        default: return nil
        }
        if terms.contains(term) { return .sextant }
        // VTE is a library behind many terminals; version 0.62 draws sextants.
        if let vte = environment["VTE_VERSION"].flatMap({ Int($0) }) { return vte >= 6_200 ? .sextant : nil }
        return nil
    }

    /// The values of `TERM` whose terminals draw sextants.
    private static let terms: Set = ["xterm-kitty", "xterm-ghostty", "foot", "foot-extra", "wezterm", "contour"]
}
