internal import Domain

/// What art without colours in one look, or in the better one of two, is chosen by.
struct ToneTables {
    /// `nil` where the look isn't matched glyph by glyph, or where some symbols take two cells.
    let tone: ToneTable?
    let sharp: ToneTable?
    /// `nil` where there is nothing to compare.
    let shown: ShownTones?

    init(_ symbols: [Symbol], options: ArtOptions) {
        let isNarrow = symbols.allSatisfy { $0.cells == 1 }
        let mosaic = Mosaic(options)
        let isMatched = isNarrow && mosaic?.isLarge != true
        let look = ToneTables.look(symbols, options)
        tone =
            options.look != .sharp && isMatched
            ? ToneTable(symbols, look: look, isInverted: options.invert) : nil
        sharp =
            options.look != .tone && isNarrow && mosaic == nil
            ? ToneTable(symbols, look: .sharp, isInverted: options.invert) : nil
        shown = options.look == .auto ? ShownTones(symbols, isInverted: options.invert) : nil
    }

    /// Few characters, and dark ink on paper, have too few tones to leave any leeway; dots are fine enough without.
    static func look(_ symbols: [Symbol], _ options: ArtOptions) -> ToneLook {
        let isRich = symbols.count > 32 && !options.invert && Mosaic(options) == nil
        return isRich && symbols.allSatisfy { $0.cells == 1 } ? .letters : .tone
    }
}
