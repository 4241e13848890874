/// A set of characters to make art of; `help` describes each.
package enum Charset: Hashable, Sendable, Codable {
    /// What suits each output; see `ArtOptions.charset(for:hasColors:)`. The engine takes it for `ascii`.
    case auto
    case basic
    case extended
    case blocks
    case minimal
    case digits
    /// `▀` with a foreground and a background colour: two square pixels per cell.
    case half
    case ascii
    /// ASCII and the letters and symbols of Latin-1, matched by shape.
    case latin
    case quad
    /// Sixths of a cell (Unicode 13). Few fonts have them; many terminals draw them themselves.
    case sextant
    /// Eighths of a cell (Unicode 16). Few fonts have them; some terminals draw them themselves.
    case octant
    case braille
    /// Halves, quarters and eighths of a cell that most fonts have.
    case block
    case box
    /// All of these except braille.
    case all
    /// All characters of several sets: at least two, distinct, in the order of `allCases` and without `auto`.
    case union([Charset])
}

extension Charset: CaseIterable, RawRepresentable {
    /// The sets that have a name of their own.
    package static var allCases: [Charset] {
        [
            .auto, .basic, .extended, .blocks, .minimal, .digits, .half, .ascii, .latin, .quad, .sextant, .octant,
            .braille, .block, .box, .all,
        ]
    }

    /// The set's name; for a union the names, joined by commas.
    package var rawValue: String {
        switch self {
        case .auto: "auto"
        case .basic: "basic"
        case .extended: "extended"
        case .blocks: "blocks"
        case .minimal: "minimal"
        case .digits: "digits"
        case .half: "half"
        case .ascii: "ascii"
        case .latin: "latin"
        case .quad: "quad"
        case .sextant: "sextant"
        case .octant: "octant"
        case .braille: "braille"
        case .block: "block"
        case .box: "box"
        case .all: "all"
        case .union(let sets): sets.map(\.rawValue).joined(separator: ",")
        }
    }

    /// Reads a name, or several joined by commas or plus signs.
    package init?(rawValue: String) {
        guard case .success(let charset) = Charset.read(rawValue) else { return nil }
        self = charset
    }

    /// The part of a text that is no name.
    struct UnknownName: Error {
        let name: String
    }

    static func read(_ text: String) -> Result<Charset, UnknownName> {
        var sets: Set<Charset> = []
        let names = text.split(separator: /[,+]/, omittingEmptySubsequences: false)
        for name in names {
            let set = allCases.first { $0.rawValue == name }
            guard let set, set != .auto || names.count == 1 else { return .failure(UnknownName(name: String(name))) }
            sets.insert(set)
        }
        let sorted = allCases.filter(sets.contains)
        return .success(sorted.count == 1 ? sorted[0] : .union(sorted))
    }
}

extension Charset {
    /// The characters of the set, in one line.
    package var help: FieldHelp {
        switch self {
        case .auto:
            FieldHelp(
                "Blocks where the output has colours, otherwise ascii", "출력에 색이 있으면 블록, 없으면 ascii")
        case .basic: FieldHelp("Ten ASCII characters: .:-=+*#%@", "ASCII 글자 열 개: .:-=+*#%@")
        case .extended: FieldHelp("Paul Bourke's ramp of 70 ASCII characters", "Paul Bourke의 ASCII 글자 일흔 개")
        case .blocks: FieldHelp("Four shades: ░▒▓█", "네 단계의 음영: ░▒▓█")
        case .minimal: FieldHelp("Three steps: blank, . and #", "세 단계: 빈칸, ., #")
        case .digits: FieldHelp("The ten digits", "숫자 열 개")
        case .half: FieldHelp("Half blocks, two square pixels per cell: ▀▄█", "한 칸에 네모 두 개: ▀▄█")
        case .ascii: FieldHelp("All of ASCII, matched by shape; works with every font", "모양에 맞춘 ASCII 전체, 모든 글꼴에서 됨")
        case .latin: FieldHelp("ASCII and Latin-1, matched by shape", "모양에 맞춘 ASCII와 라틴-1")
        case .quad: FieldHelp("Quarters of a cell: ▘▝▖▗▚▞▛▜▙▟▀▄▌▐█", "칸의 4분의 1: ▘▝▖▗▚▞▛▜▙▟▀▄▌▐█")
        case .sextant:
            FieldHelp("Sixths of a cell; in few fonts, but drawn by many terminals", "칸의 6분의 1, 직접 그리는 터미널이 많음")
        case .octant: FieldHelp("Eighths of a cell; drawn by new terminals", "칸의 8분의 1, 새 터미널이 직접 그림")
        case .braille: FieldHelp("Eight dots per cell: ⠁⠃⠇⡇⣇⣧⣷⣿", "한 칸에 점 여덟 개: ⠁⠃⠇⡇⣇⣧⣷⣿")
        case .block: FieldHelp("Halves, quarters and eighths, in most fonts: ▂▄▆▌▞", "글꼴 대부분에 있는 블록: ▂▄▆▌▞")
        case .box: FieldHelp("Lines and corners: ─│┌┐└┘├┤┼╬", "선과 모서리: ─│┌┐└┘├┤┼╬")
        case .union(let sets):
            FieldHelp(
                sets.map(\.help.english).joined(separator: "; "), sets.map(\.help.korean).joined(separator: "; "))
        case .all: FieldHelp("ASCII, blocks, boxes, sixths and eighths together", "ASCII, 블록, 선, 6분의 1과 8분의 1을 모두")
        }
    }
}

extension ArtOptions {
    /// Whether the user gave no characters or text.
    package var usesCharset: Bool { (characters ?? "").isEmpty }

    /// Resolves `Charset.auto` for one output. Two colours per cell make blocks far closer to a picture than letters
    /// are, so letters are the default only for art without colours.
    ///
    /// Most coloured outputs are text, which an unknown font displays: they get the blocks that nearly every font has; a
    /// program that knows its terminal chooses before. Pictures of the art get them too: matching eighths of a cell
    /// takes more time than all the rest of a small drop, and they are hardly better to recognise.
    package func charset(for kind: OutputKind, hasColors: Bool) -> Charset {
        guard charset == .auto else { return charset }
        // The user's own characters replace the charset.
        guard hasColors, usesCharset else { return .ascii }
        switch kind {
        case .artPNG, .artBMP, .html, .svg, .ansi, .artJSON, .irc, .discordANSI, .bbcode, .matrix, .cast, .artGIF,
            .player:
            return .block
        case .txt, .discord, .picture, .json: return .ascii
        }
    }

    /// Returns the options with `charset`, which suits the target of an output, in place of `auto`; unchanged if the
    /// options have a charset or characters, or the output no colours.
    package func preferring(_ charset: Charset, for kind: OutputKind) -> ArtOptions {
        var options = self
        let isColored = color != .none && self.charset(for: kind, hasColors: true) != .ascii
        if self.charset == .auto, isColored { options.charset = charset }
        return options
    }
}
