internal import CTextArt
internal import Domain

/// Dithers a picture into dots of the palette's colours, from which glyphs are then chosen.
struct DotDither {
    private enum Kind {
        case diffusion
        case ranks([UInt16], side: Int)
    }

    private let kind: Kind
    private let dots: Mosaic

    /// `nil` if `dither` is not a dot dither.
    init?(_ dither: Dither, charset: Charset) {
        switch dither {
        case .auto, .none, .cell: return nil
        case .floydSteinberg: kind = .diffusion
        case .bayer: kind = .ranks(DotDither.bayer, side: 8)
        case .blueNoise: kind = .ranks(DotDither.blue, side: Int(TEXTART_BLUE_SIDE))
        }
        dots = DotDither.dots(of: charset) ?? Mosaic(across: 2, down: 4)
    }

    /// The number of dots in a cell, if the charset can show every pattern of them; otherwise `nil`.
    private static func dots(of charset: Charset) -> Mosaic? {
        Mosaic(charset).flatMap { $0.parts <= 8 ? $0 : nil }
    }

    /// Whether the options ask for dithered dots in art without colours, which the charset must be able to show.
    static func isMeant(_ options: ArtOptions) -> Bool {
        options.usesCharset && dots(of: options.charset) != nil
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

    /// The boundaries between dots, in glyph pixels from the top.
    private var cuts: [Int32] { Mosaic.edges(dots.down, of: Glyph.height).map { Int32($0) } }

    /// The picture reduced to `colors`.
    func samples(_ grid: SampleGrid, colors: [RGB]) -> SampleGrid {
        let pens = MatchedPalette(colors, isNear: false)
        let (width, height) = (grid.columns * dots.across, grid.rows * dots.down)
        var lights: [Float] = []
        var plane = [Float](repeating: 0, count: width * height)
        for channel in 0..<3 {
            textart_mean_dots(
                grid.channels[min(channel, grid.channels.count - 1)], Int32(grid.columns), Int32(grid.rows),
                Int32(dots.across), cuts, Int32(dots.down), &plane)
            lights += plane
        }
        var chosen = [Int32](repeating: 0, count: width * height)
        switch kind {
        case .diffusion: textart_diffuse(pens.pens, &lights, Int32(width), Int32(height), &chosen)
        case .ranks(let ranks, let side):
            textart_order(pens.pens, lights, Int32(width), Int32(height), ranks, Int32(side), &chosen)
        }
        return painted(grid, chosen, colors)
    }

    private func painted(_ grid: SampleGrid, _ chosen: [Int32], _ colors: [RGB]) -> SampleGrid {
        let table = LinearLight.ofCode
        let lights = colors.map { $0.channels.map { UInt16(table[Int($0)]) } }
        // The dot row that each pixel row of a cell belongs to.
        let lines = (0..<Glyph.height).map { y in cuts.dropFirst().count { $0 <= Int32(y) } }
        let wide = Glyph.width / dots.across
        var painted = SampleGrid(
            width: grid.width, height: grid.height, channels: Array(repeating: [], count: 3), seen: grid.seen)
        for channel in 0..<3 {
            var plane = [UInt16](repeating: 0, count: grid.width * grid.height)
            for y in 0..<grid.height {
                let first = (y / Glyph.height * dots.down + lines[y % Glyph.height]) * grid.columns * dots.across
                for x in 0..<grid.width {
                    plane[y * grid.width + x] = lights[Int(chosen[first + x / wide])][channel]
                }
            }
            painted.channels[channel] = plane
        }
        return painted
    }
}
