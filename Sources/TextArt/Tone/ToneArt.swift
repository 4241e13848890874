internal import Domain

/// Makes art without colours in the look that was asked for.
struct ToneArt {
    private struct Result {
        let cells: [ArtCell]
        let score: ToneScore
    }

    let options: ArtOptions
    let symbols: [Symbol]

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        switch options.look {
        case .tone: result(grid, .tone).cells
        case .sharp: result(grid, .sharp).cells
        case .auto: better(result(grid, .tone), result(grid, .sharp))
        }
    }

    private func better(_ tone: Result, _ sharp: Result) -> [ArtCell] {
        tone.score < sharp.score ? sharp.cells : tone.cells
    }

    private func result(_ grid: SampleGrid, _ look: ToneLook) -> Result {
        if symbols.contains(where: { $0.cells == 2 }) { return paired(grid, look) }
        let table = ToneTable(symbols, look: look, isInverted: options.invert)
        let target = ToneTarget(
            grid, table: table, look: look, isInverted: options.invert, levels: options.levels)
        let glyphs = ToneMatcher(table, look: look).glyphs(
            columns: target.columns, rows: target.rows, target: target.values)
        return Result(
            cells: glyphs.map { ArtCell(table.clusters[$0]) }, score: score(glyphs, of: table, for: target))
    }

    /// With some that take two cells.
    private func paired(_ grid: SampleGrid, _ look: ToneLook) -> Result {
        let pairs = TonePairs(symbols, look: look, isInverted: options.invert)
        let target = ToneTarget(
            grid, table: pairs.halves, look: look, isInverted: options.invert, levels: options.levels)
        let halves = PairToneMatcher(pairs, look: look).halves(
            columns: target.columns, rows: target.rows, target: target.values)
        let cells = halves.map { pairs.isRight($0) ? ArtCell(nil) : ArtCell(pairs.halves.clusters[$0]) }
        return Result(cells: cells, score: score(halves, of: pairs.halves, for: target))
    }

    private func score(_ glyphs: [Int], of table: ToneTable, for target: ToneTarget) -> ToneScore {
        ToneScore(
            art: table.art(glyphs, columns: target.columns), tones: target.tones,
            width: target.columns * ToneTable.across)
    }
}

extension ToneTable {
    /// The samples that glyphs show, in rows of `columns` cells.
    fileprivate func art(_ chosen: [Int], columns: Int) -> [Float] {
        let width = columns * ToneTable.across
        var art = [Float](repeating: 0, count: chosen.count * ToneTable.samples)
        for (cell, glyph) in chosen.enumerated() {
            let first = cell / columns * ToneTable.down * width + cell % columns * ToneTable.across
            for y in 0..<ToneTable.down {
                for x in 0..<ToneTable.across {
                    art[first + y * width + x] = glyphs[glyph * ToneTable.samples + y * ToneTable.across + x]
                }
            }
        }
        return art
    }
}
