package import Domain

/// Tables for choosing characters in art without colours, in coloured ink or in full colour. They depend on the options
/// alone and can be reused for many pictures.
package struct ArtTables: Sendable {
    /// The options that the tables depend on.
    package struct Key: Equatable, Sendable {
        let charset: Charset
        let characters: String?
        let look: Look
        let isInverted: Bool
        let isColored: Bool
        let face: Face

        /// `nil` if art in `colors` needs no such tables, or if the font comes from a file, which may change.
        package init?(_ options: ArtOptions, _ colors: OutputColors, _ face: Face) {
            let usesCharset = options.mode == .set || options.usesCharset
            guard usesCharset, case .table = face.source else { return nil }
            isColored = colors != .none && options.paint == .both
            switch colors {
            case _ where !isColored && !DotDither.isMeant(options): (look, isInverted) = (options.look, options.invert)
            // Shapes in colour depend on the characters alone.
            case .full where isColored && SampleKind(options, colors) == .colors: (look, isInverted) = (.auto, false)
            default: return nil
            }
            charset = options.charset
            characters = options.characters
            self.face = face
        }

        fileprivate var options: ArtOptions {
            ArtOptions(charset: charset, characters: characters, look: look, invert: isInverted)
        }
    }

    package let key: Key
    let letters: SymbolSet
    /// `nil` for art with coloured paper.
    let tones: ToneTables?
    /// `nil` for art without coloured paper.
    let shapes: ColorMatcher?

    package init(_ key: Key) {
        self.key = key
        letters = SymbolSet(key.options, key.face)
        tones = key.isColored ? nil : ToneTables(letters.symbols, options: key.options)
        shapes = key.isColored ? ColorMatcher(letters.symbols) : nil
    }
}

/// Chooses the characters of art in free colours.
enum ColorMatcher {
    case narrow(ShapeMatcher)
    /// Some symbols take two cells.
    case wide(WideShapeMatcher)

    init(_ symbols: [Symbol]) {
        let isWide = symbols.contains { $0.cells == 2 }
        self = isWide ? .wide(WideShapeMatcher(symbols)) : .narrow(ShapeMatcher(symbols))
    }

    func cells(_ samples: SampleGrid) -> [ArtCell] {
        switch self {
        case .narrow(let matcher): matcher.cells(samples)
        case .wide(let matcher): matcher.cells(samples)
        }
    }
}

/// The tables for choosing characters without colours, for one look or for both candidates of `.auto`.
struct ToneTables {
    /// Whether the characters are letters in many shades.
    let isRich: Bool
    /// `nil` if the look isn't matched glyph by glyph, or if some symbols take two cells.
    let tone: ToneTable?
    /// For letters where detail is brought out, in place of `tone`.
    let calm: ToneTable?
    let sharp: ToneTable?
    /// `nil` if there is nothing to compare.
    let shown: SymbolLights?

    init(_ symbols: [Symbol], options: ArtOptions) {
        let isNarrow = symbols.allSatisfy { $0.cells == 1 }
        let mosaic = Mosaic(options)
        let isMatched = isNarrow && mosaic?.isLarge != true
        let table = { ToneTable(symbols, metric: $0, isInverted: options.invert) }
        let metric = ToneTables.metric(symbols, options)
        let look = options.look
        isRich = ToneTables.isRich(symbols, options)
        tone = look != .sharp && isMatched ? table(metric) : nil
        calm = tone != nil && ToneTables.hasLeeway(symbols, options) ? table(.calmLetters) : nil
        sharp = look != .tone && isNarrow && mosaic == nil ? table(.sharp) : nil
        shown = look == .auto ? SymbolLights(symbols, isInverted: options.invert) : nil
    }

    static func metric(_ symbols: [Symbol], _ options: ArtOptions) -> ToneErrorMetric {
        hasLeeway(symbols, options) ? .letters : .tone
    }

    /// Small charsets and dark ink on paper have too few tones for any leeway; dots are fine enough without it.
    private static func hasLeeway(_ symbols: [Symbol], _ options: ArtOptions) -> Bool {
        isRich(symbols, options) && !options.invert
    }

    private static func isRich(_ symbols: [Symbol], _ options: ArtOptions) -> Bool {
        symbols.count > 32 && Mosaic(options) == nil && symbols.allSatisfy { $0.cells == 1 }
    }
}
