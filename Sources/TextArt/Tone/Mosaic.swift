internal import CTextArt
internal import Domain

/// The division of a cell into parts that are all ink or none.
struct Mosaic {
    let across: Int
    let down: Int

    var parts: Int { across * down }
    /// Whether parts are too large to compensate for each other within a blur.
    var isLarge: Bool { parts < 4 }

    /// The boundaries between parts, in pixels.
    static func edges(_ count: Int, of length: Int) -> [Int] {
        (0...count).map { ($0 * length + count / 2) / count }
    }

    /// The mean of each part from 0 to 1, in rows of `columns * across`.
    func means(of luminance: [UInt16], columns: Int, rows: Int) -> [Float] {
        let (lefts, tops) = (Mosaic.edges(across, of: Glyph.width), Mosaic.edges(down, of: Glyph.height))
        let width = columns * Glyph.width
        var means: [Float] = []
        means.reserveCapacity(columns * rows * parts)
        for line in 0..<rows * down {
            let top = line / down * Glyph.height
            let (first, end) = (top + tops[line % down], top + tops[line % down + 1])
            for place in 0..<columns * across {
                let left = place / across * Glyph.width
                let (start, stop) = (left + lefts[place % across], left + lefts[place % across + 1])
                var sum = 0
                for y in first..<end { for x in start..<stop { sum += Int(luminance[y * width + x]) } }
                means.append(Float(sum) / Float((end - first) * (stop - start)) / 65_535)
            }
        }
        return means
    }

    /// The parts with ink, one bit each from the top left. A dot counts as its whole part.
    func ink(of pixels: [UInt8]) -> UInt64 {
        let (lefts, tops) = (Mosaic.edges(across, of: Glyph.width), Mosaic.edges(down, of: Glyph.height))
        return (0..<parts).reduce(0) { bits, part in
            let hasInk = (tops[part / across]..<tops[part / across + 1]).contains { y in
                (lefts[part % across]..<lefts[part % across + 1]).contains { pixels[y * Glyph.width + $0] > 0 }
            }
            return hasInk ? bits | 1 << UInt64(part) : bits
        }
    }
}

extension Mosaic {
    /// `nil` for charsets that are not mosaics, and for the user's own characters.
    init?(_ options: ArtOptions) {
        guard options.usesCharset else { return nil }
        self.init(options.charset)
    }

    init?(_ charset: Charset) {
        switch charset {
        case .half: self.init(across: 1, down: 2)
        case .quad: self.init(across: 2, down: 2)
        case .sextant: self.init(across: 2, down: 3)
        case .octant, .braille: self.init(across: 2, down: 4)
        // Eighths in both directions: as fine as glyph pixels.
        case .block: self.init(across: Glyph.width, down: Glyph.height / 2)
        default: return nil
        }
    }
}

/// The sharp look for mosaics: each part is all ink or none, divided where the picture's light and dark areas meet.
///
/// The threshold is the one that separates the picture's tones best (Otsu 1979), bent towards the local mean (after
/// Niblack 1986), so that faces in shadow keep their features and skies stay whole. Differences from close neighbours
/// are amplified, so that lines survive. Specks that hardly differ from their surroundings are removed by iterated
/// conditional modes on an Ising field (Besag 1986).
struct SharpMosaic {
    let mosaic: Mosaic
    let options: ArtOptions

    /// How far the threshold follows the local mean, and the size of the mean's window in columns: nearly a Gaussian of
    /// three columns.
    private static let bend: Float = 0.6
    private static let surroundings = 6
    /// Amplification of a part's difference from its close neighbours.
    private static let detail: Float = 0.5
    /// The pull of one neighbour, as a share of the picture's range of codes.
    private static let pull: Float = 0.015
    private static let passes: Int32 = 8

    /// 1 for parts that are ink, in rows of `columns * mosaic.across`.
    func ink(_ grid: SampleGrid) -> [UInt8] {
        let plane = codes(grid)
        let tones = grid.clip?.tones ?? Tones(plane.values)
        let margins = self.margins(plane, tones.threshold)
        var ink = [UInt8](repeating: 0, count: margins.count)
        let pull = SharpMosaic.pull * tones.range
        textart_settle(margins, Int32(plane.width), Int32(plane.height), pull, SharpMosaic.passes, &ink)
        return ink
    }

    /// What the whole picture decides about its parts.
    struct Tones: Equatable {
        let threshold: Float
        let range: Float

        init(_ codes: [Float]) {
            threshold = SharpMosaic.threshold(codes)
            range = SharpMosaic.range(codes)
        }
    }

    /// The codes of all parts, with contours amplified.
    func codes(_ grid: SampleGrid) -> Plane {
        let luminance = grid.luminance()
        let codes = mosaic.means(of: luminance, columns: grid.columns, rows: grid.rows).map(LinearLight.unitCode)
        var plane = Plane(width: grid.columns * mosaic.across, height: grid.rows * mosaic.down, values: codes)
        Detail(options, plane, clip: grid.clip).amplifyContours(
            &plane, across: Float(mosaic.across), down: Float(mosaic.down) / 2)
        return plane
    }

    /// How much lighter each part is than the threshold, or how much darker on light paper.
    private func margins(_ plane: Plane, _ threshold: Float) -> [Float] {
        let (across, down) = (reach(2 * mosaic.across), reach(mosaic.down))
        let wide = plane.localMean(across: across, down: down)
        let close = plane.localMean(across: 1, down: 1)
        let sign: Float = options.invert ? -1 : 1
        return plane.values.indices.map { index in
            let code = plane.values[index]
            let bent = threshold + (wide.values[index] - threshold) * SharpMosaic.bend
            return sign * (code - bent + SharpMosaic.detail * (code - close.values[index]))
        }
    }

    /// Half the window in parts. `count` is the number of parts in two column widths, which is one cell height.
    private func reach(_ count: Int) -> Int { max(1, SharpMosaic.surroundings * count / 4) }

    private static func histogram(_ codes: [Float]) -> [Int64] {
        var counts = [Int64](repeating: 0, count: 256)
        for code in codes { counts[Int(code * 255 + 0.5)] += 1 }
        return counts
    }

    /// The range of codes from 0 to 1, ignoring one in two hundred at either end.
    static func range(_ codes: [Float]) -> Float {
        let counts = histogram(codes)
        let limit = codes.count / 200
        let darkest = counts.firstBin(in: counts.indices, exceeding: limit)
        return Float(counts.firstBin(in: counts.indices.reversed(), exceeding: limit) - darkest) / 255
    }

    /// The code that separates the histogram into two groups with the greatest variance between them (Otsu); the middle
    /// of the range if there is only one group.
    static func threshold(_ codes: [Float]) -> Float {
        let counts = histogram(codes).map { Float($0) }
        let all = Float(codes.count)
        let total = counts.indices.reduce(Float(0)) { $0 + Float($1) * counts[$1] }
        var (below, sum) = (Float(0), Float(0))
        var best: (code: Float, gain: Float) = (127.5, 0)
        for code in 0..<255 {
            below += counts[code]
            sum += Float(code) * counts[code]
            guard below > 0, below < all else { continue }
            let difference = sum / below - (total - sum) / (all - below)
            let gain = below * (all - below) * (difference * difference)
            if gain > best.gain { best = (Float(code) + 0.5, gain) }
        }
        return best.code / 255
    }
}

/// The tonal look for mosaics whose parts are too large to compensate for each other within a blur: error diffusion
/// (Floyd and Steinberg 1976) in linear light, alternating direction by row.
struct DiffusedMosaic {
    let mosaic: Mosaic
    let options: ArtOptions

    /// 1 for parts that are ink, in rows of `columns * mosaic.across`.
    func ink(_ grid: SampleGrid) -> [UInt8] {
        let luminance = grid.luminance()
        let curve = grid.curve(luminance, options.levels)
        var lights = mosaic.means(of: luminance, columns: grid.columns, rows: grid.rows).map { light in
            let light = curve.light(light)
            return options.invert ? 1 - light : light
        }
        let (width, height) = (grid.columns * mosaic.across, grid.rows * mosaic.down)
        var ink = [UInt8](repeating: 0, count: lights.count)
        for y in 0..<height {
            let step = y.isMultiple(of: 2) ? 1 : -1
            for place in 0..<width {
                let x = step > 0 ? place : width - 1 - place
                let light = lights[y * width + x]
                ink[y * width + x] = light > 0.5 ? 1 : 0
                let error = light - (light > 0.5 ? 1 : 0)
                for (dx, dy, share) in DiffusedMosaic.shares {
                    let (nx, ny) = (x + dx * step, y + dy)
                    if 0..<width ~= nx, ny < height { lights[ny * width + nx] += error * share }
                }
            }
        }
        return ink
    }

    private static let shares: [(Int, Int, Float)] = [
        (1, 0, 7 / 16), (-1, 1, 3 / 16), (0, 1, 5 / 16), (1, 1, 1 / 16),
    ]
}

/// Maps parts that are ink or none to the glyphs of a charset.
struct MosaicGlyphs {
    private let mosaic: Mosaic
    private let glyphs: [(scalar: Unicode.Scalar, ink: UInt64)]

    /// - Precondition: all symbols are one cell wide.
    init(_ mosaic: Mosaic, _ symbols: [Symbol]) {
        self.mosaic = mosaic
        glyphs = symbols.map { ($0.cluster.scalar, mosaic.ink(of: $0.pixels)) }
    }

    /// The cells of the art, row by row. `ink` has a row of `columns * mosaic.across` for each row of parts.
    func cells(_ ink: [UInt8], columns: Int) -> [ArtCell] {
        (0..<ink.count / mosaic.parts).map { ArtCell(scalar(ink, columns, $0 % columns, $0 / columns)) }
    }

    /// The glyph that differs in the fewest parts.
    private func scalar(_ ink: [UInt8], _ columns: Int, _ column: Int, _ row: Int) -> Unicode.Scalar {
        let width = columns * mosaic.across
        let first = row * mosaic.down * width + column * mosaic.across
        var wanted: UInt64 = 0
        for part in 0..<mosaic.parts where ink[first + part / mosaic.across * width + part % mosaic.across] > 0 {
            wanted |= 1 << UInt64(part)
        }
        var best: (scalar: Unicode.Scalar, count: Int) = (" ", .max)
        for glyph in glyphs {
            let count = (glyph.ink ^ wanted).nonzeroBitCount
            if count < best.count { best = (glyph.scalar, count) }
            if count == 0 { break }
        }
        return best.scalar
    }
}
