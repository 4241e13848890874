internal import Domain

/// Makes art without colours in the look that was asked for.
struct ToneArt {
    private struct Result {
        let scalars: [Unicode.Scalar]
        let score: ToneScore
    }

    let options: ArtOptions
    let shapes: [Unicode.Scalar]

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        let scalars =
            switch options.look {
            case .tone: result(grid, .tone).scalars
            case .sharp: result(grid, .sharp).scalars
            case .auto: better(result(grid, .tone), result(grid, .sharp))
            }
        return scalars.map { ArtCell($0) }
    }

    private func better(_ tone: Result, _ sharp: Result) -> [Unicode.Scalar] {
        tone.score < sharp.score ? sharp.scalars : tone.scalars
    }

    private func result(_ grid: SampleGrid, _ look: ToneLook) -> Result {
        let table = ToneTable(shapes, look: look, isInverted: options.invert)
        let target = ToneTarget(
            grid, table: table, look: look, isInverted: options.invert, levels: options.levels)
        let glyphs = ToneMatcher(table, look: look).glyphs(
            columns: target.columns, rows: target.rows, target: target.values)
        let score = ToneScore(
            art: table.art(glyphs, columns: target.columns), tones: target.tones,
            width: target.columns * ToneTable.across)
        return Result(scalars: glyphs.map { table.scalars[$0] }, score: score)
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
