internal import CGlyphs
package import Domain

/// The source of glyph shapes.
package struct Face: Equatable, Sendable {
    enum Source: Equatable, Sendable {
        /// A built-in font, by its number in `CGlyphs`.
        case table(Int32)
        case own(FontFileGlyphs)
    }

    let source: Source

    /// A built-in font. Fonts that must be loaded from a file are replaced by the average.
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
    }

    package init(own glyphs: FontFileGlyphs) {
        source = .own(glyphs)
    }

    static let average = Face()
    static let dejavu = Face(.dejavu)

    /// The face for drawing the art as a picture. An average of fonts would look blurred, so DejaVu Sans Mono replaces
    /// it: it is what most systems that run this program show, and it has the most characters.
    var drawn: Face { self == .average ? .dejavu : self }

    func cells(_ scalar: Unicode.Scalar) -> Int {
        switch source {
        case .table: Int(glyph_cells(scalar.value))
        case .own(let glyphs): glyphs.cells(scalar)
        }
    }

    /// The characters that art with these options may use in any output, including those of the credit line.
    package static func characters(of options: ArtOptions) -> [Unicode.Scalar] {
        let own = UserText(options.characters ?? "").clusters
        let charset = options.charset == .auto ? Charset.block.shapes + Charset.octant.shapes : options.charset.shapes
        return Set(Charset.ascii.shapes + charset + own.flatMap { [$0.scalar, $0.drawn] + $0.marks }).sorted()
    }

    /// Whether a character takes two cells.
    package static func isWide(_ scalar: Unicode.Scalar) -> Bool { CharacterWidth.cells(scalar) == 2 }

    /// The character's shape in each font of an average, with the font's weight; a single shape for every other face.
    func variants(_ scalar: Unicode.Scalar) -> [GlyphVariant] {
        let fonts = self == .average ? (0..<Int32(GLYPH_FONTS)).filter { glyph_is_in($0, scalar.value) != 0 } : []
        guard !fonts.isEmpty else { return [GlyphVariant(pixels: pixels(scalar))] }
        return fonts.map { GlyphVariant(pixels: Face.pixels(scalar, in: $0), weight: Int(glyph_weight($0))) }
    }

    /// See `Glyph.pixels`.
    func pixels(_ scalar: Unicode.Scalar) -> [UInt8] {
        switch source {
        case .table(let font): Face.pixels(scalar, in: font)
        case .own(let glyphs): glyphs.pixels(scalar)
        }
    }

    private static func pixels(_ scalar: Unicode.Scalar, in font: Int32) -> [UInt8] {
        var pixels = [UInt8](repeating: 0, count: 2 * Glyph.width * Glyph.height)
        let cells = Int(glyph_coverage(font, scalar.value, &pixels))
        return Array(pixels.prefix(Glyph.width * Glyph.height * cells))
    }
}

/// A character in a face.
struct Glyph: Equatable {
    /// The size of one cell, in pixels.
    static let width = Int(GLYPH_WIDTH)
    static let height = Int(GLYPH_HEIGHT)

    static let space = Glyph(scalar: " ", cells: 1, face: .average)

    let scalar: Unicode.Scalar
    /// Cells across: 1 or 2.
    let cells: Int
    private let face: Face

    /// The share of the glyph's area covered by ink, from 0 to 1.
    var coverage: Double {
        let ink = pixels.reduce(0) { $0 + Int($1) }
        return Double(ink) / Double(255 * Glyph.width * Glyph.height * cells)
    }

    /// Coverage from 0 to 255: `height` rows of `width * cells` pixels.
    var pixels: [UInt8] { face.pixels(scalar) }
}

extension Glyph {
    /// `nil` if the face lacks the character.
    init?(_ scalar: Unicode.Scalar, _ face: Face = .average) {
        let cells = face.cells(scalar)
        guard cells > 0 else { return nil }
        self.init(scalar: scalar, cells: cells, face: face)
    }
}

/// A character's shape in one of several fonts.
struct GlyphVariant: Equatable {
    /// Coverage from 0 to 255.
    let pixels: [UInt8]
    /// The font's weight among the others.
    var weight = 1
}

extension [GlyphVariant] {
    var weight: Int { reduce(0) { $0 + $1.weight } }
}

/// Glyphs of a font file, drawn into cells of 8×16 pixels. Block elements and mosaics fill their parts of the cell
/// exactly, whatever the font contains, because terminals draw them that way too. Block elements exist even if the
/// font lacks them: they are the default of art with colours, and programs show them from another font.
package struct FontFileGlyphs: Equatable, Sendable {
    /// Coverage from 0 to 255, in 16 rows of 8 or 16 pixels.
    private var coverage: [Unicode.Scalar: [UInt8]] = [:]

    package init() {}

    /// Stores the coverage of a character.
    /// - Precondition: `pixels` fill one cell or two.
    package mutating func add(_ scalar: Unicode.Scalar, _ pixels: [UInt8]) {
        let cell = Glyph.width * Glyph.height
        precondition(pixels.count == cell || pixels.count == 2 * cell, "a glyph has one cell or two")
        let isBlock = 0x2580...0x259F ~= scalar.value || scalar.value >= 0x2800 && glyph_is_defined(scalar.value) != 0
        coverage[scalar] = isBlock ? Face.dejavu.pixels(scalar) : pixels
    }

    /// 1 or 2; 0 if the character is missing.
    func cells(_ scalar: Unicode.Scalar) -> Int { pixels(scalar).count / (Glyph.width * Glyph.height) }

    func pixels(_ scalar: Unicode.Scalar) -> [UInt8] {
        coverage[scalar] ?? (0x2580...0x259F ~= scalar.value ? Face.dejavu.pixels(scalar) : [])
    }
}
