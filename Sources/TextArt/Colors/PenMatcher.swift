internal import CTextArt
internal import Domain

/// Makes art of few colours: for each cell the glyph, the ink and the paper together whose picture, blurred, is nearest
/// to the blurred picture.
///
/// Cells are chosen row by row, in turns from the left and from the right. What a cell lacks, sample by sample, is seen
/// through the blur by the cells after it, which make up for it: diffusion of errors (Floyd and Steinberg 1976) whose
/// weights are the eye's own. Differences count as they look around the cell's own colour. Of all pairs of colours the
/// few are tried that come nearest at any share of ink; for a pair each glyph's cost is a polynomial of a few figures
/// and three inner products, which are the same for all pairs.
struct PenMatcher {
    let shapes: PenShapes
    let look: PenLook
    let inks: PenColors
    let papers: PenColors

    /// Room for one cell.
    private struct Bench {
        var own = [Float](repeating: 0, count: 3 * ToneTable.samples)
        var sums = [Float](repeating: 0, count: 3 * ToneTable.samples)
        var turned = [Float](repeating: 0, count: 3 * ToneTable.samples)
        var matrix = [Float](repeating: 0, count: 9)
        var products: [Float]
        var pairs = [textart_pair](repeating: textart_pair(), count: Int(TEXTART_PAIRS))
    }

    /// The same colours for both are told apart by nothing: pairs then need no second order.
    init(_ shapes: PenShapes, look: PenLook, inks: [RGB], papers: [RGB]) {
        self.shapes = shapes
        self.look = look
        self.papers = PenColors(papers, isNear: look.isNear)
        self.inks = inks == papers ? self.papers : PenColors(inks, isNear: look.isNear)
    }

    func choices(_ target: PenTarget) -> [PenChoice] {
        var field = PenField(columns: target.columns, rows: target.rows)
        var bench = Bench(products: Array(repeating: 0, count: 3 * shapes.count))
        bench.matrix = PenLook.nearMatrix
        let blank = PenChoice(glyph: 0, ink: nil, paper: 0)
        var choices = [PenChoice](repeating: blank, count: target.columns * target.rows)
        for row in 0..<target.rows {
            for step in 0..<target.columns {
                let column = row.isMultiple(of: 2) ? step : target.columns - 1 - step
                target.take(column: column, row: row, into: &bench.own)
                choices[row * target.columns + column] = choice(&bench, &field, column, row)
            }
        }
        return choices
    }

    private func choice(_ bench: inout Bench, _ field: inout PenField, _ column: Int, _ row: Int) -> PenChoice {
        // What is one of the colours is that colour, whatever its neighbours lack, and lacks nothing.
        let plain = Int(textart_plain_pen(bench.own, papers.pens))
        guard plain < 0 else { return PenChoice(glyph: 0, ink: nil, paper: plain) }
        field.add(bench.own, sign: 1, column: column, row: row)
        field.blurred(look.blurs, column: column, row: row, into: &bench.sums)
        if !look.isNear { setMatrix(&bench) }
        let choice = best(&bench)
        if look.hasContext { show(choice, into: &bench.own) }
        field.add(bench.own, sign: -1, column: column, row: row)
        return choice
    }

    private func best(_ bench: inout Bench) -> PenChoice {
        var moments = textart_moments()
        textart_turn(bench.matrix, bench.sums, &bench.turned, &moments)
        textart_tally(shapes.values, Int32(shapes.count), bench.turned, &bench.products)
        let number = textart_pairs(
            bench.matrix, &moments, shapes.whole, shapes.most, shapes.hasOpposites ? 1 : 0, inks.pens, papers.pens,
            PenColors.halves, &bench.pairs)
        var glyph: Int32 = 0
        let pair = textart_best_pair(
            shapes.figures, bench.products, Int32(shapes.count), bench.pairs, number, &glyph)
        let best = bench.pairs[Int(pair)]
        let hasInk = best.ink >= 0 && glyph > 0
        return PenChoice(glyph: hasInk ? Int(glyph) : 0, ink: hasInk ? Int(best.ink) : nil, paper: Int(best.paper))
    }

    private func setMatrix(_ bench: inout Bench) {
        var mean = [Float](repeating: 0, count: 3)
        for channel in 0..<3 {
            var sum: Float = 0
            for sample in 0..<ToneTable.samples { sum += bench.own[channel * ToneTable.samples + sample] }
            mean[channel] = sum / Float(ToneTable.samples)
        }
        textart_look_matrix(mean, &bench.matrix)
    }

    /// What a choice shows, in three channels of samples.
    func show(_ choice: PenChoice, into cell: inout [Float]) {
        textart_show(
            inks.pens, Int32(choice.ink ?? -1), papers.pens, Int32(choice.paper), shapes.glyphs[choice.glyph],
            shapes.sags[choice.glyph], PenColors.halves, &cell)
    }
}
