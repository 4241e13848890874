internal import Domain

/// The characters that art may use, by the ink that each was measured to take.
struct Palette {
    struct Ink: Equatable {
        let glyph: Glyph
        /// From 0 to 1.
        let coverage: Double
    }

    /// One cell wide, from the lightest to the darkest; never empty.
    let narrow: [Ink]
    /// Two cells wide, from the lightest to the darkest.
    let wide: [Ink]
    let warnings: [ArtWarning]

    /// The least and the most ink that a cell can have.
    let range: ClosedRange<Double>

    init(_ options: ArtOptions) {
        guard let text = options.characters, !text.isEmpty else {
            self.init(glyphs: Palette.glyphs(of: options.charset), warnings: [])
            return
        }
        let characters = UserCharacters(text)
        var warnings: [ArtWarning] = characters.unusable.isEmpty ? [] : [.unusable(characters.unusable)]
        guard !characters.glyphs.isEmpty else {
            self.init(glyphs: Palette.glyphs(of: options.charset), warnings: warnings + [.nothingUsable])
            return
        }
        let inks = Palette.inks(characters.glyphs)
        if let thin = Palette.thinness(of: inks) { warnings.append(thin) }
        self.init(glyphs: characters.glyphs, warnings: warnings)
    }

    private init(glyphs: [Glyph], warnings: [ArtWarning]) {
        let inks = Palette.inks(glyphs)
        let narrow = inks.filter { $0.glyph.cells == 1 }
        wide = inks.filter { $0.glyph.cells == 2 }
        // An odd last cell must hold something, also where all characters are wide.
        self.narrow = narrow.isEmpty ? [Ink(glyph: .space, coverage: 0)] : narrow
        self.warnings = warnings
        let measured = inks.map(\.coverage)
        range = (measured.first ?? 0)...(measured.last ?? 0)
    }

    /// From the lightest to the darkest; equal inks by code point.
    private static func inks(_ glyphs: [Glyph]) -> [Ink] {
        glyphs.map { Ink(glyph: $0, coverage: $0.coverage) }
            .sorted { ($0.coverage, $0.glyph.scalar) < ($1.coverage, $1.glyph.scalar) }
    }

    /// Fewer than four amounts of ink, or all within a tenth of a cell, show little of a picture.
    private static func thinness(of inks: [Ink]) -> ArtWarning? {
        guard let lightest = inks.first, let darkest = inks.last else { return nil }
        var distinct = 1
        var last = lightest.coverage
        for ink in inks where ink.coverage - last > 0.015 {
            distinct += 1
            last = ink.coverage
        }
        let range = darkest.coverage - lightest.coverage
        return distinct < 4 || range < 0.1 ? .thinToneRange(inks: distinct, range: range) : nil
    }

    private static func glyphs(of charset: Charset) -> [Glyph] {
        charset.characters.unicodeScalars.compactMap { Glyph($0) }
    }
}

extension Charset {
    /// The characters of a set, of which each is measured: their order here says nothing.
    var characters: String {
        switch self {
        case .basic: " .:-=+*#%@"
        case .extended: #" .'`^",:;Il!i><~+_-?][}{1)(|\/tfjrxnuvczXYUJCLQ0OZmwqpdbkhao*#MW&8%B@$"#
        case .blocks: " ░▒▓█"
        case .minimal: " .#"
        case .digits: " 0123456789"
        case .half: " ▀▄█"
        case .ascii, .latin, .quad, .sextant, .octant, .braille, .block, .box, .all:
            String(String.UnicodeScalarView(shapes ?? []))
        }
    }
}
