internal import CTextArt
internal import Domain

/// Dithers a picture into dots of the palette's colours, from which glyphs are then chosen.
struct DotDither {
    private enum Kind {
        case diffusion
        case ranks([UInt16], side: Int)
    }

    private let kind: Kind
    private let shape: DotGrid

    /// `nil` if `dither` is not a dot dither.
    init?(_ dither: Dither, charset: Charset) {
        switch dither {
        case .auto, .none, .cell: return nil
        case .floydSteinberg: kind = .diffusion
        case .bayer: kind = .ranks(DotDither.bayer, side: 8)
        case .blueNoise: kind = .ranks(DotDither.blue, side: Int(TEXTART_BLUE_SIDE))
        }
        shape = DotGrid(charset)
    }

    /// Whether the options ask for dithered dots in art without colours.
    static func isMeant(_ options: ArtOptions) -> Bool {
        (options.characters ?? "").isEmpty && DotGrid.isShown(by: options.charset)
            && DotDither(options.dither, charset: options.charset) != nil
    }

    /// The 8×8 Bayer matrix: the bits of x^y and y, interleaved and reversed.
    static let bayer: [UInt16] = (0..<64).map { index in
        let (x, y) = (index % 8, index / 8)
        var rank = 0
        for bit in 0..<3 { rank = rank << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1) }
        return UInt16(rank)
    }

    static let blue: [UInt16] = {
        var ranks = [UInt16](repeating: 0, count: Int(TEXTART_BLUE_SIDE * TEXTART_BLUE_SIDE))
        textart_blue_ranks(&ranks)
        return ranks
    }()

    /// The picture reduced to `colors`.
    func samples(_ grid: SampleGrid, colors: [RGB]) -> SampleGrid {
        let pens = MatchedPalette(colors, isNear: false)
        let (width, height) = (grid.columns * shape.across, grid.rows * shape.down)
        var dots: [Float] = []
        var plane = [Float](repeating: 0, count: width * height)
        for channel in 0..<3 {
            textart_mean_dots(
                grid.channels[min(channel, grid.channels.count - 1)], Int32(grid.columns), Int32(grid.rows),
                Int32(shape.across), shape.cuts, Int32(shape.down), &plane)
            dots += plane
        }
        var chosen = [Int32](repeating: 0, count: width * height)
        switch kind {
        case .diffusion: textart_diffuse(pens.pens, &dots, Int32(width), Int32(height), &chosen)
        case .ranks(let ranks, let side):
            textart_order(pens.pens, dots, Int32(width), Int32(height), ranks, Int32(side), &chosen)
        }
        return painted(grid, chosen, colors)
    }

    private func painted(_ grid: SampleGrid, _ chosen: [Int32], _ colors: [RGB]) -> SampleGrid {
        let table = LinearLight.ofCode
        let lights = colors.map { [$0.red, $0.green, $0.blue].map { UInt16(table[Int($0)]) } }
        // The dot row that each pixel row of a cell belongs to.
        let lines = (0..<Glyph.height).map { y in shape.cuts.dropFirst().count { $0 <= Int32(y) } }
        let wide = Glyph.width / shape.across
        var painted = SampleGrid(
            width: grid.width, height: grid.height, channels: Array(repeating: [], count: 3), seen: grid.seen)
        for channel in 0..<3 {
            var plane = [UInt16](repeating: 0, count: grid.width * grid.height)
            for y in 0..<grid.height {
                let first = (y / Glyph.height * shape.down + lines[y % Glyph.height]) * grid.columns * shape.across
                for x in 0..<grid.width {
                    plane[y * grid.width + x] = lights[Int(chosen[first + x / wide])][channel]
                }
            }
            painted.channels[channel] = plane
        }
        return painted
    }
}

/// The dots of a cell that a dither sets individually.
struct DotGrid: Equatable {
    let across: Int
    /// Boundaries between dots, in glyph pixels from the top.
    let cuts: [Int32]

    var down: Int { cuts.count - 1 }

    /// The dots of the charset's mosaics; 2×4 for all other charsets.
    init(_ charset: Charset) {
        switch charset {
        case .half: (across, cuts) = (1, [0, 8, 16])
        case .quad: (across, cuts) = (2, [0, 8, 16])
        case .sextant: (across, cuts) = (2, [0, 5, 11, 16])
        default: (across, cuts) = (2, [0, 4, 8, 12, 16])
        }
    }

    /// Whether the charset can show every pattern of its dots, as dithering without colours requires.
    static func isShown(by charset: Charset) -> Bool {
        switch charset {
        case .half, .quad, .sextant, .octant, .braille: true
        default: false
        }
    }
}
