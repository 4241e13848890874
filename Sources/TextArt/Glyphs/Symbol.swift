internal import Domain

/// A character or cluster with its coverage in one cell or two.
struct Symbol {
    let cluster: Cluster
    /// Coverage from 0 to 255: the pixels of the first cell row by row, then those of the second.
    let pixels: [UInt8]
    /// The coverage in each font that may display it, at least one; `pixels` is their average.
    let variants: [GlyphVariant]

    var cells: Int { pixels.count / (Glyph.width * Glyph.height) }

    /// From 0 to 1.
    var coverage: Double {
        Double(pixels.reduce(0) { $0 + Int($1) }) / Double(255 * pixels.count)
    }

    /// One of the two cells of a wide symbol.
    func half(_ index: Int) -> Symbol {
        let cell = Glyph.width * Glyph.height
        let part = index * cell..<(index + 1) * cell
        return Symbol(
            cluster: cluster, pixels: Array(pixels[part]),
            variants: variants.map { GlyphVariant(pixels: Array($0.pixels[part]), weight: $0.weight) })
    }

}

extension Symbol {
    /// `nil` if the face lacks the character. Marks without a precomposed letter are not drawn. An emoji has unknown
    /// colours of its own; it counts as 60 % coverage inside a margin of one pixel.
    init?(_ cluster: Cluster, _ face: Face) {
        if cluster.isEmoji {
            self.init(cluster, filledWith: 153)
        } else {
            guard let glyph = Glyph(cluster.drawn, face) ?? Glyph(cluster.scalar, face), glyph.cells == cluster.cells
            else { return nil }
            let variants = face.variants(glyph.scalar).map {
                GlyphVariant(pixels: Symbol.cellByCell($0.pixels, cells: glyph.cells), weight: $0.weight)
            }
            self.init(cluster: cluster, pixels: Symbol.cellByCell(glyph.pixels, cells: glyph.cells), variants: variants)
        }
    }

    init?(_ scalar: Unicode.Scalar, _ face: Face) {
        self.init(Cluster(scalar: scalar, marks: []), face)
    }

    /// A symbol without a glyph: uniform coverage like that of letters or ideographs.
    init(estimated cluster: Cluster) {
        self.init(cluster, filledWith: cluster.isBlank ? 0 : cluster.cells == 2 ? 102 : 51)
    }

    private init(_ cluster: Cluster, filledWith ink: UInt8) {
        let cells = cluster.cells
        let pixels = (0..<cells * Glyph.width * Glyph.height).map { index -> UInt8 in
            let (cell, rest) = index.quotientAndRemainder(dividingBy: Glyph.width * Glyph.height)
            let (x, y) = (cell * Glyph.width + rest % Glyph.width, rest / Glyph.width)
            let isInside = x > 0 && x < cells * Glyph.width - 1 && y > 0 && y < Glyph.height - 1
            return isInside ? ink : 0
        }
        self.init(cluster: cluster, pixels: pixels, variants: [GlyphVariant(pixels: pixels)])
    }

    private static func cellByCell(_ pixels: [UInt8], cells: Int) -> [UInt8] {
        guard cells == 2 else { return pixels }
        return (0..<pixels.count).map { index in
            let (cell, rest) = index.quotientAndRemainder(dividingBy: Glyph.width * Glyph.height)
            return pixels[rest / Glyph.width * 2 * Glyph.width + cell * Glyph.width + rest % Glyph.width]
        }
    }
}

extension ArtCell {
    init(_ cluster: Cluster) {
        self.init(cluster.scalar, marks: cluster.marks)
    }
}

/// The symbols for art in which their order has no meaning: a charset's or the user's own.
struct SymbolSet {
    /// The blank first, if there is one; then a charset in its own order, or the user's characters by code point.
    let symbols: [Symbol]
    let warnings: [ArtWarning]

    /// More symbols would cost more time than they improve the art.
    static let most = 1_024

    init(_ options: ArtOptions, _ face: Face) {
        let charset = SymbolSet(options.charset, face)
        guard let text = options.characters, !text.isEmpty else {
            (symbols, warnings) = (charset.symbols, charset.warnings)
            return
        }
        let parsed = UserText(text)
        let clusters = Set(parsed.clusters).sorted(by: SymbolSet.precedes)
        let known = clusters.compactMap { Symbol($0, face) }
        let lacking = Set(clusters.map(\.scalar)).subtracting(known.map(\.cluster.scalar))
        let unusable = Set(parsed.unusable).union(lacking).union(known.dropFirst(SymbolSet.most).map(\.cluster.scalar))
        let warnings: [ArtWarning] = unusable.isEmpty ? [] : [.unusable(unusable.sorted())]
        let own = Array(known.prefix(SymbolSet.most))
        symbols = own.isEmpty ? charset.symbols : own
        let thin = SymbolSet.toneRangeWarning(of: own).map { [$0] } ?? []
        self.warnings = warnings + (own.isEmpty ? [.nothingUsable] + charset.warnings : thin)
    }

    private init(_ charset: Charset, _ face: Face) {
        let scalars = charset.shapes
        let known = scalars.compactMap { Symbol($0, face) }
        let blank = Symbol(estimated: .blank)
        symbols = known.first?.cluster.isBlank == true ? known : [blank] + known
        let missing = scalars.count - known.count
        let isFew = missing > 0 && symbols.count < max(4, scalars.count / 2)
        warnings = isFew ? [.fewGlyphs(left: symbols.count, missing: missing)] : []
    }

    private static func precedes(_ one: Cluster, _ other: Cluster) -> Bool {
        if one.isBlank != other.isBlank { return one.isBlank }
        return ([one.scalar] + one.marks).lexicographicallyPrecedes([other.scalar] + other.marks)
    }

    /// Fewer than four distinct amounts of ink, or a range below a tenth of a cell, show little of a picture.
    private static func toneRangeWarning(of symbols: [Symbol]) -> ArtWarning? {
        let inks = symbols.map(\.coverage).sorted()
        guard let lightest = inks.first, let darkest = inks.last else { return nil }
        var distinct = 1
        var last = lightest
        for ink in inks where ink - last > 0.015 {
            distinct += 1
            last = ink
        }
        let range = darkest - lightest
        return distinct < 4 || range < 0.1 ? .thinToneRange(inks: distinct, range: range) : nil
    }
}

extension Charset {
    /// The characters, the blank first. Among characters that look the same the first is chosen, so the commoner ones
    /// come first.
    var shapes: [Unicode.Scalar] {
        switch self {
        case .basic: Array(" .:-=+*#%@".unicodeScalars)
        case .extended: Charset.ramp
        case .blocks: Array(" ░▒▓█".unicodeScalars)
        case .minimal: Array(" .#".unicodeScalars)
        case .digits: [" "] + Charset.range(0x30...0x39)
        case .half: Array(" ▀▄█".unicodeScalars)
        case .auto, .ascii: Charset.range(0x20...0x7E)
        case .latin: Charset.range(0x20...0x7E) + Charset.latin
        case .quad: Charset.quads
        case .sextant: Charset.sextants
        case .octant: Charset.quads + Charset.octants
        case .braille: [" "] + Charset.range(0x2801...0x28FF)
        case .block: Charset.quads + Charset.eighths
        case .box: [" "] + Charset.range(0x2500...0x257F)
        case .all: Charset.everything
        case .union(let sets): Charset.distinct(sets.flatMap(\.shapes))
        }
    }

    private static func range(_ codes: ClosedRange<UInt32>) -> [Unicode.Scalar] {
        codes.compactMap { Unicode.Scalar($0) }
    }

    /// Excludes the soft hyphen and spacing marks, which not every terminal draws.
    private static var latin: [Unicode.Scalar] {
        range(0xA1...0xFF).filter { ![0xA8, 0xAD, 0xAF, 0xB4, 0xB8].contains($0.value) }
    }

    /// The 70-level ramp by Paul Bourke.
    private static let ramp = Array(
        #" .'`^",:;Il!i><~+_-?][}{1)(|\/tfjrxnuvczXYUJCLQ0OZmwqpdbkhao*#MW&8%B@$"#.unicodeScalars)
    private static let quads = Array(" ▀▄▌▐▘▝▖▗▚▞▛▜▙▟█".unicodeScalars)
    private static var sextants: [Unicode.Scalar] { Array(" ▌▐█".unicodeScalars) + range(0x1FB00...0x1FB3B) }
    private static var eighths: [Unicode.Scalar] { Array("▁▂▃▅▆▇▉▊▋▍▎▏▔▕".unicodeScalars) }

    private static var octants: [Unicode.Scalar] {
        let others = [0x1CEA8, 0x1CEAB, 0x1CEA3, 0x1CEA0, 0x1FBE6, 0x1FBE7, 0x2582, 0x2586, 0x1FB82, 0x1FB85]
        return others.compactMap { Unicode.Scalar($0) } + range(0x1CD00...0x1CDE5)
    }

    private static var everything: [Unicode.Scalar] {
        let all = quads + eighths + range(0x21...0x7E) + range(0x2500...0x257F) + sextants + octants
        return distinct(all)
    }

    private static func distinct(_ scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var seen: Set<Unicode.Scalar> = []
        return scalars.filter { seen.insert($0).inserted }
    }
}
