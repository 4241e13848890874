import Domain

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
        if let known = programs[program] { return known.charset(version: environment["TERM_PROGRAM_VERSION"]) }
        guard program.isEmpty else { return nil }
        if let known = terms[term] { return known }
        // VTE is a library behind many terminals; version 0.62 draws sextants.
        if let vte = environment["VTE_VERSION"].flatMap({ Int($0) }) { return vte >= 6_200 ? .sextant : nil }
        return nil
    }

    private struct Known {
        /// The first version that draws all mosaics; older ones draw sextants only. `nil` for never.
        let all: (major: Int, minor: Int)?

        func charset(version: String?) -> Charset {
            let parts = (version ?? "").split(whereSeparator: { !$0.isNumber }).prefix(2).compactMap { Int($0) }
            guard let all, parts.count == 2 else { return .sextant }
            return (parts[0], parts[1]) >= (all.major, all.minor) ? .all : .sextant
        }
    }

    private static let programs = [
        "ghostty": Known(all: (1, 2)), "WezTerm": Known(all: nil), "contour": Known(all: nil),
    ]

    private static let terms: [String: Charset] = [
        "xterm-kitty": .sextant, "xterm-ghostty": .sextant, "foot": .sextant, "foot-extra": .sextant,
        "wezterm": .sextant, "contour": .sextant,
    ]
}
