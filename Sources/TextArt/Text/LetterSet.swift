internal import Domain

/// The symbols that art is made of, where their order says nothing: a charset's, or a person's own.
struct LetterSet {
    /// The blank first if there is one; then a charset in its own order, and a person's by code points.
    let symbols: [Symbol]
    let warnings: [ArtWarning]

    /// More would cost more than they show.
    static let most = 1_024

    init(_ options: ArtOptions, _ face: Face) {
        let charset = LetterSet(options.charset, face)
        guard let text = options.characters, !text.isEmpty else {
            (symbols, warnings) = (charset.symbols, charset.warnings)
            return
        }
        let parsed = UserText(text)
        let clusters = Set(parsed.clusters).sorted(by: LetterSet.comesBefore)
        let known = clusters.compactMap { Symbol($0, face) }
        let lacking = Set(clusters.map(\.scalar)).subtracting(known.map(\.cluster.scalar))
        let unusable = Set(parsed.unusable).union(lacking).union(known.dropFirst(LetterSet.most).map(\.cluster.scalar))
        let warnings: [ArtWarning] = unusable.isEmpty ? [] : [.unusable(unusable.sorted())]
        let own = Array(known.prefix(LetterSet.most))
        symbols = own.isEmpty ? charset.symbols : own
        let thin = LetterSet.thinness(of: own).map { [$0] } ?? []
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

    private static func comesBefore(_ one: Cluster, _ other: Cluster) -> Bool {
        if one.isBlank != other.isBlank { return one.isBlank }
        return ([one.scalar] + one.marks).lexicographicallyPrecedes([other.scalar] + other.marks)
    }

    /// Fewer than four amounts of ink, or all within a tenth of a cell, show little of a picture.
    private static func thinness(of symbols: [Symbol]) -> ArtWarning? {
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
