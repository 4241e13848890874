internal import CTextArt
internal import Domain

/// Renders art in few colours with the look and dither of the options.
struct PaletteArt {
    let options: ArtOptions
    /// The blank comes first.
    let symbols: [Symbol]
    let inks: [RGB]
    let papers: [RGB]

    private struct Result {
        let choices: [PaletteChoice]
        let matcher: PaletteMatcher
    }

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        let result = result(grid)
        return result.choices.map { cell($0, result.matcher.shapes.clusters) }
    }

    private func result(_ grid: SampleGrid) -> Result {
        if let dither = DotDither(options.dither, charset: options.charset) {
            // Every dot already has an available colour, so nothing is left to mix.
            let colors = inks == papers ? inks : inks + papers.filter { !inks.contains($0) }
            return result(PaletteTarget(dither.samples(grid, colors: colors)), .dots)
        }
        let target = PaletteTarget(grid)
        return
            switch options.look
        {
        case .tone: result(target, tone)
        case .sharp: result(target, .sharp)
        case .auto: better(target)
        }
    }

    private var tone: PaletteErrorMetric { .tone(colors: max(inks.count, papers.count)) }

    private func better(_ target: PaletteTarget) -> Result {
        let (tone, sharp) = (result(target, tone), result(target, .sharp))
        let score = PaletteScore(tone.choices, of: target, matcher: tone.matcher)
        let other = PaletteScore(sharp.choices, of: target, matcher: tone.matcher)
        return score.value < other.value ? sharp : tone
    }

    private func result(_ target: PaletteTarget, _ metric: PaletteErrorMetric) -> Result {
        var metric = metric
        switch options.dither {
        case .none: metric.diffusesError = false
        case .cell: metric.diffusesError = true
        default: break
        }
        let matcher = PaletteMatcher(PaletteGlyphs(symbols, metric: metric), metric: metric, inks: inks, papers: papers)
        return Result(choices: matcher.choices(metric.isNear ? target.near : target), matcher: matcher)
    }

    private func cell(_ choice: PaletteChoice, _ clusters: [Cluster]) -> ArtCell {
        let paper = papers[choice.paper]
        guard let ink = choice.ink else { return ArtCell(" ", foreground: paper, background: paper) }
        var cell = ArtCell(inks[ink] == paper ? .blank : clusters[choice.glyph])
        (cell.foreground, cell.background) = (inks[ink], paper)
        return cell
    }
}

/// Rates art in few colours against the samples it was made from.
struct PaletteScore {
    /// Structural similarity in areas of two cells by one, seen from near; 1 is perfect.
    let structure: Float
    /// Mean perceived colour difference after a blur of half a cell: 100 times the distance in Oklab.
    let difference: Float

    /// The colour difference that outweighs perfect structure.
    private static let worst: Float = 5

    var value: Float { structure - difference / PaletteScore.worst }

    /// `matcher` must be one that matches linear light; it renders the choices.
    init(_ choices: [PaletteChoice], of target: PaletteTarget, matcher: PaletteMatcher) {
        var field = PaletteErrorField(columns: target.columns, rows: target.rows)
        var shown = target
        var (own, cell) = ([Float](repeating: 0, count: 96), [Float](repeating: 0, count: 96))
        for row in 0..<target.rows {
            for column in 0..<target.columns {
                target.take(column: column, row: row, into: &own)
                matcher.show(choices[row * target.columns + column], into: &cell)
                shown.put(cell, column: column, row: row)
                field.add(own, sign: 1, column: column, row: row)
                field.add(cell, sign: -1, column: column, row: row)
            }
        }
        var sum: Float = 0
        var matrix = [Float](repeating: 0, count: 9)
        let blurs = [ToneErrorMetric.Blur(weight: 1, taps: PaletteScore.taps)]
        for row in 0..<target.rows {
            for column in 0..<target.columns {
                textart_look_matrix(target.mean(column: column, row: row), &matrix)
                field.blurred(blurs, column: column, row: row, into: &cell)
                sum += textart_mean_length(matrix, cell)
            }
        }
        difference = 100 * sum / Float(max(choices.count, 1))
        structure = BlockSimilarity.mean(shown.near.luma, target.near.luma, width: target.width)
    }

    /// Gaussian with a sigma of 2 samples, half a cell's width.
    private static let taps: [Float] = [0.199676, 0.176213, 0.121109, 0.064825, 0.027023, 0.008773, 0.002218]
}

/// Structural similarity of two planes over non-overlapping areas of two cells by one; each sample is read once.
enum BlockSimilarity {
    private static let side = ToneTable.down

    /// The mean over complete areas: 1 for identical structure, 0 for none in common. Both planes have values from 0 to
    /// 1 in rows of `width`.
    static func mean(_ one: [Float], _ other: [Float], width: Int) -> Float {
        var (sum, count) = (Float(0), Float(0))
        for top in stride(from: 0, to: one.count / width - side + 1, by: side) {
            for left in stride(from: 0, to: width - side + 1, by: side) {
                sum += area(one, other, width, left, top)
                count += 1
            }
        }
        return count > 0 ? sum / count : 0
    }

    /// The contrast and structure terms of SSIM (Wang et al. 2004).
    private static func area(_ one: [Float], _ other: [Float], _ width: Int, _ left: Int, _ top: Int) -> Float {
        var sum = SIMD2<Float>()
        var squares = SIMD2<Float>()
        var both: Float = 0
        for y in top..<top + side {
            for x in left..<left + side {
                let pair = SIMD2(one[y * width + x], other[y * width + x])
                sum += pair
                squares += pair * pair
                both += pair.x * pair.y
            }
        }
        let count = Float(side * side)
        let means = sum / count
        let variances = squares / count - means * means
        let covariance = both / count - means.x * means.y
        return (2 * covariance + 0.0009) / (variances.x + variances.y + 0.0009)
    }
}
