internal import CTextArt
internal import Domain

/// Chooses art in few colours: for each cell the combination of glyph, ink and paper that is nearest to the picture
/// when both are blurred.
///
/// Cells are chosen row by row, alternating between left to right and right to left. Through the blur, later cells see
/// the errors of earlier ones and compensate for them: error diffusion (Floyd and Steinberg 1976) with the weights of
/// the eye. Differences are measured perceptually around the cell's own colour. Only the colour pairs that come nearest
/// at any share of ink are tried. For a pair, a glyph's cost is a polynomial in four figures of the glyph and three
/// inner products, which are the same for all pairs.
struct PaletteMatcher {
    let shapes: PaletteGlyphs
    let metric: PaletteErrorMetric
    let inks: MatchedPalette
    let papers: MatchedPalette

    /// Scratch space for one cell.
    private struct Scratch {
        var own = [Float](repeating: 0, count: 3 * ToneTable.samples)
        var sums = [Float](repeating: 0, count: 3 * ToneTable.samples)
        var turned = [Float](repeating: 0, count: 3 * ToneTable.samples)
        var matrix = [Float](repeating: 0, count: 9)
        var products: [Float]
        var pairs = [textart_pair](repeating: textart_pair(), count: Int(TEXTART_PAIRS))
    }

    /// Equal inks and papers share one array: `textart_pairs` compares the addresses and then skips reversed pairs.
    init(_ shapes: PaletteGlyphs, metric: PaletteErrorMetric, inks: [RGB], papers: [RGB]) {
        self.shapes = shapes
        self.metric = metric
        self.papers = MatchedPalette(papers, isNear: metric.isNear)
        self.inks = inks == papers ? self.papers : MatchedPalette(inks, isNear: metric.isNear)
    }

    func choices(_ target: PaletteTarget) -> [PaletteChoice] {
        var field = PaletteErrorField(columns: target.columns, rows: target.rows)
        var scratch = Scratch(products: Array(repeating: 0, count: 3 * shapes.count))
        scratch.matrix = PaletteErrorMetric.nearMatrix
        let blank = PaletteChoice(glyph: 0, ink: nil, paper: 0)
        var choices = [PaletteChoice](repeating: blank, count: target.columns * target.rows)
        for row in 0..<target.rows {
            for step in 0..<target.columns {
                let column = row.isMultiple(of: 2) ? step : target.columns - 1 - step
                target.take(column: column, row: row, into: &scratch.own)
                choices[row * target.columns + column] = choice(&scratch, &field, column, row)
            }
        }
        return choices
    }

    private func choice(_ scratch: inout Scratch, _ field: inout PaletteErrorField, _ column: Int, _ row: Int)
        -> PaletteChoice
    {
        // A cell in one of the palette's colours becomes that colour, whatever the errors around it, and leaves no
        // error.
        let plain = Int(textart_plain_pen(scratch.own, papers.pens))
        guard plain < 0 else { return PaletteChoice(glyph: 0, ink: nil, paper: plain) }
        field.add(scratch.own, sign: 1, column: column, row: row)
        field.blurred(metric.blurs, column: column, row: row, into: &scratch.sums)
        if !metric.isNear { textart_look_matrix(PaletteTarget.means(of: scratch.own), &scratch.matrix) }
        let choice = best(&scratch)
        if metric.diffusesError { show(choice, into: &scratch.own) }
        field.add(scratch.own, sign: -1, column: column, row: row)
        return choice
    }

    private func best(_ scratch: inout Scratch) -> PaletteChoice {
        var moments = textart_moments()
        textart_turn(scratch.matrix, scratch.sums, &scratch.turned, &moments)
        textart_tally(shapes.values, Int32(shapes.count), scratch.turned, &scratch.products)
        let number = textart_pairs(
            scratch.matrix, &moments, shapes.whole, shapes.most, shapes.hasOpposites ? 1 : 0, inks.pens, papers.pens,
            MatchedPalette.halves, &scratch.pairs)
        var glyph: Int32 = 0
        let pair = textart_best_pair(
            shapes.figures, scratch.products, Int32(shapes.count), scratch.pairs, number, &glyph)
        let best = scratch.pairs[Int(pair)]
        let hasInk = best.ink >= 0 && glyph > 0
        return PaletteChoice(glyph: hasInk ? Int(glyph) : 0, ink: hasInk ? Int(best.ink) : nil, paper: Int(best.paper))
    }

    /// Writes how a choice appears, in three channels of samples.
    func show(_ choice: PaletteChoice, into cell: inout [Float]) {
        textart_show(
            inks.pens, Int32(choice.ink ?? -1), papers.pens, Int32(choice.paper), shapes.glyphs[choice.glyph],
            shapes.sags[choice.glyph], MatchedPalette.halves, &cell)
    }
}

/// A glyph, an ink and a paper, by index.
struct PaletteChoice: Equatable {
    let glyph: Int
    /// `nil` if only paper is visible.
    let ink: Int?
    let paper: Int
}

/// The error measure that art in few colours minimises: squared differences summed over several blurs.
struct PaletteErrorMetric {
    let blurs: [ToneErrorMetric.Blur]
    /// Weight of glyph structure finer than a sample; the picture has none at that scale.
    let grain: Float
    /// Compares sRGB codes, as seen from near, instead of linear light, as mixed by the eye from afar.
    let isNear: Bool
    /// Whether a cell compensates for the errors of the cells before it.
    var diffusesError: Bool

    /// Faithful to tone, seen from a distance at which characters blur by half a cell. With many colours structure is
    /// cheap to keep, so it weighs more.
    static func tone(colors: Int) -> PaletteErrorMetric {
        let share: Float = colors > 16 ? 0.1 : 0.02
        return PaletteErrorMetric(
            blurs: [ToneErrorMetric.Blur(weight: 1, taps: half), ToneErrorMetric.Blur(weight: share, taps: [1])],
            grain: share,
            isNear: false, diffusesError: true)
    }

    /// Sharp: structure is compared unblurred, and neighbouring cells are not mixed.
    static let sharp = PaletteErrorMetric(
        blurs: [ToneErrorMetric.Blur(weight: 1, taps: [1])], grain: 1, isNear: true, diffusesError: false)

    /// For pictures that are already dithered: a cell's dots are kept if two colours can show them, and otherwise
    /// compensated for by the cells around.
    static let dots = PaletteErrorMetric(
        blurs: [ToneErrorMetric.Blur(weight: 1, taps: half), ToneErrorMetric.Blur(weight: 0.3, taps: [1])], grain: 0.3,
        isNear: false, diffusesError: true)

    /// Half of a symmetric Gaussian kernel with a sigma of 2.83 samples. That equals blurring twice with a sigma of 2
    /// samples (half a cell's width): the squared error contains the blurred difference twice.
    private static let half: [Float] = [
        0.141073, 0.132535, 0.109899, 0.080431, 0.051956, 0.029622, 0.014906, 0.006621, 0.002595, 0.000898,
    ]

    /// Splits a difference of sRGB codes into luma and two colour differences, which weigh less.
    static let nearMatrix: [Float] = {
        let luma: [Float] = [0.2126, 0.7152, 0.0722]
        let color: Float = 0.65
        return luma.map { $0 * 1.7 }
            + [0, 2].flatMap { channel in
                (0..<3).map { (($0 == channel ? 1 : 0) - luma[$0]) * color }
            }
    }()
}

/// A palette in the channels that it is matched in.
struct MatchedPalette {
    let colors: [RGB]
    /// A single element; an array can be passed to C without copying the struct.
    let pens: [textart_pens]

    /// The light, from 0 to 1, of the codes 0 to 255 in steps of one half.
    static let halves: [Float] = (0...510).map { index in
        let (low, high) = (LinearLight.ofCode[index / 2], LinearLight.ofCode[(index + 1) / 2])
        return Float(low + high) / Float(2 * LinearLight.full)
    }

    /// Matches linear light, or sRGB codes if `isNear`. Only the first 256 colours are used.
    init(_ colors: [RGB], isNear: Bool) {
        self.colors = colors
        var pens = textart_pens()
        pens.is_near = isNear ? 1 : 0
        for color in colors { textart_add_pen(&pens, color.channels, MatchedPalette.halves) }
        self.pens = [pens]
    }
}

/// Glyphs in the samples used for matching few colours: means of 2×2 pixels.
///
/// A pixel with coverage a of ink F on paper B, blended in sRGB codes, shows approximately the light B + a(F - B) - a(1
/// - a)k. The last term, the sag, has a k that depends on the two colours. There is no sag when codes are compared.
struct PaletteGlyphs {
    let clusters: [Cluster]
    /// A multiple of `ToneTable.lanes`; the first glyph fills the rest.
    let count: Int
    /// Coverage by sample: `count` glyphs each.
    let values: [Float]
    /// Coverage by glyph.
    let glyphs: [[Float]]
    /// The sag a(1 - a) by glyph, as its mean in each sample.
    let sags: [[Float]]
    /// Input to `textart_best_pair`.
    let figures: [Float]
    /// The blurred square of a cell that is 1 everywhere.
    let whole: Float
    /// The mean coverage of the fullest glyph.
    let most: Float

    /// Symbols of two cells are ignored.
    /// - Precondition: the first symbol is the blank.
    init(_ symbols: [Symbol], metric: PaletteErrorMetric) {
        let known = symbols.filter { $0.cells == 1 }
        clusters = known.map(\.cluster)
        let pixels = known.map { $0.pixels.map { Float($0) / 255 } }
        let coarse = pixels.map(ToneTable.reduced)
        let sag = pixels.map { pixels in
            metric.isNear ? 0 : pixels.reduce(0) { $0 + $1 * (1 - $1) } / Float(pixels.count)
        }
        // Blurring a full cell gives the weight of each sample of a glyph.
        let rows = metric.blurs.within(Array(repeating: 1, count: ToneTable.samples))
        var figures: [[Float]] = []
        for index in known.indices {
            let glyph = coarse[index]
            let share = zip(glyph, rows).reduce(0) { $0 + $1.0 * $1.1 }
            let blurred = metric.blurs.within(glyph)
            let own = ToneTable.sum(glyph, blurred) + metric.grain * ToneTable.grain(pixels[index], glyph)
            figures.append([sag[index], share, sag[index] * share, own])
        }
        let count = (known.count + ToneTable.lanes - 1) / ToneTable.lanes * ToneTable.lanes
        let places = Array(known.indices) + [Int](repeating: 0, count: count - known.count)
        self.count = count
        whole = rows.reduce(0, +)
        self.figures = (0..<4).flatMap { figure in places.map { figures[$0][figure] } }
        values = (0..<ToneTable.samples).flatMap { sample in places.map { coarse[$0][sample] } }
        glyphs = coarse
        sags = sag.map { Array(repeating: $0, count: ToneTable.samples) }
        most = coarse.map { $0.reduce(0, +) / Float(ToneTable.samples) }.max() ?? 0
    }

    /// Whether swapping ink and paper can replace choosing the inverse glyph. Charsets with a full block are mosaics
    /// that contain every inverse.
    var hasOpposites: Bool { most > 0.99 }
}

/// A picture in the samples used for matching few colours: means of 2×2 pixels from 0 to 1, in linear light or in sRGB
/// codes.
struct PaletteTarget {
    let columns: Int
    let rows: Int
    /// Three channels, one after the other.
    private(set) var values: [Float]

    var width: Int { columns * ToneTable.across }
    var plane: Int { width * rows * ToneTable.down }

    init(_ grid: SampleGrid) {
        columns = grid.columns
        rows = grid.rows
        let (across, down) = (columns * ToneTable.across, rows * ToneTable.down)
        values = []
        var channel = [Float](repeating: 0, count: across * down)
        for index in 0..<3 {
            textart_quarter(grid.channels[min(index, grid.channels.count - 1)], Int32(across), Int32(down), &channel)
            values += channel
        }
    }

    /// The same picture in sRGB codes.
    var near: PaletteTarget {
        var near = self
        for index in values.indices {
            near.values[index] = LinearLight.unitCode(of: min(max(values[index], 0), 1))
        }
        return near
    }

    /// The luma of sRGB codes.
    var luma: [Float] {
        (0..<plane).map { 0.2126 * values[$0] + 0.7152 * values[plane + $0] + 0.0722 * values[2 * plane + $0] }
    }

    func take(column: Int, row: Int, into cell: inout [Float]) {
        let first = row * ToneTable.down * width + column * ToneTable.across
        textart_take_cell(values, Int64(first), Int64(plane), Int32(width), &cell)
    }

    mutating func put(_ cell: [Float], column: Int, row: Int) {
        let first = row * ToneTable.down * width + column * ToneTable.across
        for index in cell.indices {
            let (channel, sample) = (index / ToneTable.samples, index % ToneTable.samples)
            let place = channel * plane + first + sample / ToneTable.across * width + sample % ToneTable.across
            values[place] = cell[index]
        }
    }

    func mean(column: Int, row: Int) -> [Float] {
        var cell = [Float](repeating: 0, count: 3 * ToneTable.samples)
        take(column: column, row: row, into: &cell)
        return PaletteTarget.means(of: cell)
    }

    /// The mean of each channel of a cell.
    static func means(of cell: [Float]) -> [Float] {
        (0..<3).map { channel in
            cell[channel * ToneTable.samples..<(channel + 1) * ToneTable.samples].reduce(0, +)
                / Float(ToneTable.samples)
        }
    }
}

/// The difference between the picture and the art chosen so far, in three channels, with a margin of zeros.
struct PaletteErrorField {
    private let stride: Int
    private let plane: Int
    private var lacks: [Float]
    private static let margin = Int(TEXTART_MARGIN)

    init(columns: Int, rows: Int) {
        stride = columns * ToneTable.across + 2 * PaletteErrorField.margin
        plane = stride * (rows * ToneTable.down + 2 * PaletteErrorField.margin)
        lacks = Array(repeating: 0, count: 3 * plane)
    }

    private func start(_ column: Int, _ row: Int) -> Int {
        (row * ToneTable.down + PaletteErrorField.margin) * stride + column * ToneTable.across
            + PaletteErrorField.margin
    }

    mutating func add(_ cell: [Float], sign: Float, column: Int, row: Int) {
        textart_add_cell(&lacks, Int64(start(column, row)), Int64(plane), Int32(stride), cell, sign)
    }

    /// Writes the blurred difference of a cell, including the influence of its neighbours, in three channels.
    func blurred(_ blurs: [ToneErrorMetric.Blur], column: Int, row: Int, into sums: inout [Float]) {
        let first = start(column, row)
        for index in sums.indices { sums[index] = 0 }
        for channel in 0..<3 {
            for blur in blurs {
                textart_blur_cell(
                    lacks, Int64(channel * plane + first), Int32(stride), blur.taps, Int32(blur.taps.count - 1),
                    blur.weight, &sums, Int64(channel * ToneTable.samples))
            }
        }
    }
}
