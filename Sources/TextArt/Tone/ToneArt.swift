internal import Domain

/// Makes art without colours in the look that was asked for.
struct ToneArt {
    let options: ArtOptions
    let symbols: [Symbol]
    /// The characters that stand already, one for each cell, where edges are drawn.
    let edges: [Unicode.Scalar?]?
    let tables: ToneTables
    private let companion: (any Companion)?

    /// `tables` are those of the symbols and options, made before or made now. A `companion` makes one of two looks.
    init(
        options: ArtOptions, symbols: [Symbol], edges: [Unicode.Scalar?]?, tables: ToneTables? = nil,
        companion: (any Companion)? = nil
    ) {
        self.options = options
        self.symbols = symbols
        self.edges = edges
        self.tables = tables ?? ToneTables(symbols, options: options)
        self.companion = companion
    }

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        switch options.look {
        case .tone: tone(grid, lights(grid))
        case .sharp: sharp(grid, lights(grid))
        case .auto: better(grid, lights(grid))
        }
    }

    private func lights(_ grid: SampleGrid) -> ToneLights { ToneLights(grid, levels: options.levels) }

    private func better(_ grid: SampleGrid, _ lights: ToneLights) -> [ArtCell] {
        guard let shown = tables.shown else { return tone(grid, lights) }
        let scale = ToneComparison(lights, shown)
        let (even, clear) = both {
            scored(tone(grid, lights), scale)
        } _: {
            scored(sharp(grid, lights), scale)
        }
        return even.score < clear.score ? clear.cells : even.cells
    }

    private func both<Answer: Sendable>(
        _ one: () -> Answer, _ other: @escaping @Sendable () -> Answer
    ) -> (Answer, Answer) {
        companion?.both(one, other) ?? (one(), other())
    }

    private func scored(_ cells: [ArtCell], _ scale: ToneComparison) -> (cells: [ArtCell], score: ToneScore) {
        (cells, scale.score(cells))
    }

    private func sharp(_ grid: SampleGrid, _ lights: @autoclosure () -> ToneLights) -> [ArtCell] {
        guard let mosaic = Mosaic(options) else { return matched(lights(), .sharp, tables.sharp) }
        let ink = ClearMosaic(mosaic, options: options).ink(grid)
        return MosaicGlyphs(mosaic, symbols).cells(ink, columns: grid.columns)
    }

    private func tone(_ grid: SampleGrid, _ lights: @autoclosure () -> ToneLights) -> [ArtCell] {
        guard let mosaic = Mosaic(options), mosaic.isLarge else {
            return matched(lights(), ToneTables.look(symbols, options), tables.tone)
        }
        let ink = DiffusedMosaic(mosaic: mosaic, options: options).ink(grid)
        return MosaicGlyphs(mosaic, symbols).cells(ink, columns: grid.columns)
    }

    private func matched(_ lights: ToneLights, _ look: ToneLook, _ table: ToneTable?) -> [ArtCell] {
        guard let table else { return paired(lights, look) }
        let target = ToneTarget(lights, table: table, look: look, isInverted: options.invert)
        let fixed = edges.map {
            $0.map { edge in edge.flatMap { edge in table.clusters.firstIndex { $0.scalar == edge } } }
        }
        let glyphs = ToneMatcher(table, look: look).glyphs(
            columns: target.columns, rows: target.rows, target: target.values, fixed: fixed)
        return glyphs.map { ArtCell(table.clusters[$0]) }
    }

    /// With some that take two cells.
    private func paired(_ lights: ToneLights, _ look: ToneLook) -> [ArtCell] {
        let pairs = TonePairs(symbols, look: look, isInverted: options.invert)
        let target = ToneTarget(lights, table: pairs.halves, look: look, isInverted: options.invert)
        let halves = PairToneMatcher(pairs, look: look).halves(
            columns: target.columns, rows: target.rows, target: target.values)
        return halves.map { pairs.isRight($0) ? ArtCell(nil) : ArtCell(pairs.halves.clusters[$0]) }
    }
}
