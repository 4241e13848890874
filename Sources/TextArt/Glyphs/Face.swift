internal import CGlyphs
package import Domain

/// Where the shapes of characters come from.
package struct Face: Equatable, Sendable {
    enum Source: Equatable, Sendable {
        /// A table of this program, by its number there.
        case table(Int32)
        case own(OwnGlyphs)
    }

    let source: Source
    /// A cell's width over its height, where the face says so.
    package let cellAspect: Double?

    /// A font of this program. One that must be read from a file counts as the average.
    package init(_ font: ArtFont = .average) {
        let table =
            switch font {
            case .average, .file: GLYPH_AVERAGE
            case .dejavu: GLYPH_DEJAVU
            case .noto: GLYPH_NOTO
            case .liberation: GLYPH_LIBERATION
            case .jetbrains: GLYPH_JETBRAINS
            }
        source = .table(Int32(table))
        cellAspect = nil
    }

    /// Glyphs that were drawn from a font file, and its cell's width over its height.
    package init(own glyphs: OwnGlyphs, cellAspect: Double) {
        source = .own(glyphs)
        self.cellAspect = cellAspect
    }

    private init(source: Source) {
        self.source = source
        cellAspect = nil
    }

    static let average = Face()
    static let dejavu = Face(.dejavu)

    /// What the art is drawn with as a picture. An average of fonts is a blur; DejaVu Sans Mono stands for it, since most
    /// systems that run this program show it, and since it has the most characters.
    var drawn: Face { self == .average ? .dejavu : self }

    func cells(_ scalar: Unicode.Scalar) -> Int {
        switch source {
        case .table: Int(glyph_cells(scalar.value))
        case .own(let glyphs): glyphs.cells(scalar)
        }
    }

    /// Whether a character's shape is defined rather than designed: mosaics, eighths and braille.
    func isDefined(_ scalar: Unicode.Scalar) -> Bool { glyph_is_defined(scalar.value) != 0 }

    /// The characters that art with these options may use, and those of a line of words below it.
    package static func characters(of options: ArtOptions) -> [Unicode.Scalar] {
        let own = (options.characters ?? "").isEmpty ? [] : UserText(options.characters ?? "").clusters
        return Set(Charset.ascii.shapes + options.charset.shapes + own.flatMap { [$0.scalar, $0.drawn] + $0.marks })
            .sorted()
    }

    /// Whether a character takes two cells.
    package static func isWide(_ scalar: Unicode.Scalar) -> Bool { CharacterWidth.cells(scalar) == 2 }

    /// How each font shows the character, and how much it counts: one, but for an average.
    func variants(_ scalar: Unicode.Scalar) -> [FontShape] {
        guard self == .average else { return [FontShape(pixels(scalar))] }
        let fonts = (0..<Int32(GLYPH_FONTS)).filter { glyph_is_in($0, scalar.value) != 0 }
        guard !fonts.isEmpty else { return [FontShape(pixels(scalar))] }
        return fonts.map { FontShape(Face(source: .table($0)).pixels(scalar), weight: Int(glyph_weight($0))) }
    }

    /// See `Glyph.pixels`.
    func pixels(_ scalar: Unicode.Scalar) -> [UInt8] {
        switch source {
        case .table(let font):
            var pixels = [UInt8](repeating: 0, count: 2 * Glyph.width * Glyph.height)
            let cells = Int(glyph_coverage(font, scalar.value, &pixels))
            return Array(pixels.prefix(Glyph.width * Glyph.height * cells))
        case .own(let glyphs): return glyphs.pixels(scalar)
        }
    }
}
