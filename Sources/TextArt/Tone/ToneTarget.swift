internal import CTextArt
internal import Domain

/// The tones that characters should show: a picture's luminance in the range of the characters.
struct ToneTarget {
    let columns: Int
    let rows: Int
    /// The desired ink: means of 2×2 samples of the picture, from 0 to the fullest glyph's ink.
    let values: [Float]

    init(_ picture: TonePicture, table: ToneTable, metric: ToneErrorMetric, isInverted: Bool) {
        columns = picture.columns
        rows = picture.rows
        let lights = picture.plane.values
        if metric.isNear {
            var inks = [Float].unset(lights.count)
            let (paper, sign): (Float, Float) = isInverted ? (1, -1) : (0, 1)
            textart_inks(lights, LinearLight.fineCode, Int64(lights.count), paper, sign, &inks)
            let plane = Plane(width: picture.plane.width, height: picture.plane.height, values: inks)
            values = plane.flattened(to: table.top).values
        } else if isInverted {
            values = lights.map(DarkInkCurve(table, metric: metric).ink)
        } else {
            values = lights.map { $0 * table.top }
        }
    }
}

/// A picture's light at the resolution at which tones are matched, with detail brought out and levels applied. Shared
/// by all looks.
struct TonePicture {
    let columns: Int
    let rows: Int
    /// Means of 2×2 samples of the picture, from 0 to 1.
    let plane: Plane
    /// Whether detail is brought out. Otherwise the art is to be faithful: drawings and words have their contours
    /// already, and nobody knows them better by calmer areas.
    let isDetailed: Bool
    /// 1 for cells in even areas of the picture; `nil` if they may have any texture that is faithful to their tones.
    let even: [UInt8]?
    /// How steep the picture's contours are: the root mean square of its gradients, in codes per half cell width.
    let steepness: Double
    /// The curve of the levels.
    let curve: ToneCurve

    init(_ grid: SampleGrid, options: ArtOptions) {
        columns = grid.columns
        rows = grid.rows
        var plane = grid.tones()
        var codes = plane.coded()
        let areas = EvenAreas(codes, columns: columns)
        even = options.detail == 0 ? nil : areas.cells
        let half = codes.halved()
        steepness = textart_steepness(half.values, Int32(half.width), Int32(half.height))
        let detail = Detail(options, codes, clip: grid.clip)
        isDetailed = detail.strength > 0
        if isDetailed {
            detail.apply(to: &codes, areas)
            plane = codes.decoded()
        }
        let settled = options.levels == .auto ? grid.clip?.detailed : nil
        curve = settled ?? ToneCurve(plane.values.map { UInt16($0 * 65_535 + 0.5) }, levels: options.levels)
        curve.apply(to: &plane.values)
        self.plane = plane
    }
}

/// The amount of dark ink on light paper for each light of a picture.
///
/// The range between the fullest glyphs and the paper is divided by sRGB codes, not by light: in light, most tones are
/// close to black, and in the half of the light that ink can remove they would all look the same. (White ink needs no
/// such mapping: codes are nearly powers of light, so a share of the light is the same share of the codes.) If the
/// fullest glyphs have gaps between their strokes, these hide small differences in dark tones. Dark tones then get more
/// of the range and light ones less, as printers compensate for dot gain.
struct DarkInkCurve {
    /// The amount of ink for each sRGB code in steps of one sixteenth.
    private let inks: [Float]

    /// - Precondition: the table's glyphs are dark ink.
    init(_ table: ToneTable, metric: ToneErrorMetric) {
        let darkest = LinearLight.code(of: LinearLight.full * (1 - Double(table.top)))
        let exponent = Double(1 - min(DarkInkCurve.roughness(table, metric), 0.5))
        let ofCode = (0...255).map { code in
            let shown = darkest + (255 - darkest) * FractionalPower.of(Double(code) / 255, exponent)
            return Float(1 - LinearLight.light(of: shown) / LinearLight.full)
        }
        inks = (0...255 * 16).map { fine in
            let (low, rest) = (ofCode[fine / 16], Float(fine % 16) / 16)
            return rest > 0 ? low + (ofCode[fine / 16 + 1] - low) * rest : low
        }
    }

    /// Light and ink are both from 0 to 1.
    func ink(_ light: Float) -> Float {
        inks[Int(LinearLight.fineCode[Int(light * Float(LinearLight.full))])]
    }

    /// The standard deviation within an area of the fullest glyphs, blurred as the metric specifies, as a share of the
    /// ink.
    private static func roughness(_ table: ToneTable, _ metric: ToneErrorMetric) -> Float {
        let count = Float(ToneTable.samples)
        let around = metric.blurs.map { ($0.weight, wrapped($0, ToneTable.across), wrapped($0, ToneTable.down)) }
        var (sum, full) = (Float(0), Float(0))
        for index in table.clusters.indices {
            let glyph = table.glyphs[index * ToneTable.samples..<(index + 1) * ToneTable.samples]
            let mean = glyph.reduce(0, +) / count
            guard mean >= 0.9 * table.top, mean > 0 else { continue }
            let rest = glyph.map { $0 - mean }
            let squares = around.reduce(Float(0)) { $0 + $1.0 * energy(rest, $1.1, $1.2) }
            sum += (max(squares, 0) / count).squareRoot() / mean
            full += 1
        }
        return full > 0 ? sum / full : 0
    }

    /// The blur's weight for each distance along a line that repeats itself.
    private static func wrapped(_ blur: ToneErrorMetric.Blur, _ length: Int) -> [Float] {
        var taps = [Float](repeating: 0, count: length)
        for (distance, tap) in blur.taps.enumerated() {
            taps[distance % length] += tap
            if distance > 0 { taps[(length - distance % length) % length] += tap }
        }
        return taps
    }

    private static func energy(_ values: [Float], _ across: [Float], _ down: [Float]) -> Float {
        var sum: Float = 0
        for one in values.indices {
            for other in values.indices {
                let x = abs(one % ToneTable.across - other % ToneTable.across)
                let y = abs(one / ToneTable.across - other / ToneTable.across)
                sum += values[one] * values[other] * across[x] * down[y]
            }
        }
        return sum
    }
}
