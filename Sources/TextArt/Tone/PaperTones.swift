internal import Domain

/// What dark ink takes from light paper for each of a picture's lights.
///
/// The picture's codes, not its light, are put between the fullest glyphs and the paper: the light of most tones is near
/// to black's, and in the half of the light that ink leaves there they would all be one. (White ink needs none of this:
/// codes are nearly powers of light, so that a share of the light is the same share of the codes.) Where the fullest
/// glyphs have gaps between their lines, these hide small differences of dark tones: then dark tones get more of the
/// range and light ones less, as printers allow for the gain of their dots.
struct PaperTones {
    /// By sixteenths of codes.
    private let inks: [Float]

    /// The table's glyphs are those of dark ink.
    init(_ table: ToneTable, look: ToneLook) {
        let darkest = LinearLight.code(of: LinearLight.full * (1 - Double(table.top)))
        let exponent = Double(1 - min(PaperTones.roughness(table, look), 0.5))
        let ofCode = (0...255).map { code in
            let shown = darkest + (255 - darkest) * Power.of(Double(code) / 255, exponent)
            return Float(1 - LinearLight.light(of: shown) / LinearLight.full)
        }
        inks = (0...255 * 16).map { fine in
            let (low, rest) = (ofCode[fine / 16], Float(fine % 16) / 16)
            return rest > 0 ? low + (ofCode[fine / 16 + 1] - low) * rest : low
        }
    }

    /// Both from 0 to 1.
    func ink(_ light: Float) -> Float {
        inks[Int(LinearLight.fineCode[Int(light * Float(LinearLight.full))])]
    }

    /// By how much an area of the fullest glyphs differs from its mean, blurred as the look has it: the standard
    /// deviation as a share of the ink.
    private static func roughness(_ table: ToneTable, _ look: ToneLook) -> Float {
        let count = Float(ToneTable.samples)
        let around = look.blurs.map { ($0.weight, wrapped($0, ToneTable.across), wrapped($0, ToneTable.down)) }
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

    /// How much each sample of a line counts with those so far from it, when the line goes on with itself.
    private static func wrapped(_ blur: ToneLook.Blur, _ length: Int) -> [Float] {
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
