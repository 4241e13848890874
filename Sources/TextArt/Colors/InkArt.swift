internal import Domain

/// Coloured characters on the medium's own paper.
///
/// A character's coverage and its colour together show a cell's mean light. The colour is as strong as its hue allows,
/// so that letters stay legible, and coverage does the rest: characters are chosen, as in art without colours, for the
/// cell's strongest channel instead of its luminance. A cell in pure blue thus gets a full character, not the thin one
/// that suits its luminance.
struct InkArt {
    let isInverted: Bool
    let face: Face
    /// The greatest `share` of a character, from 0 to 1.
    var fullest: Float = 1

    /// The part of `fullest` up to which tones are exact. Lighter ones are compressed: the fullest character can't show
    /// them, but they should stay distinct.
    private static let exactShare: Float = 0.6
    /// Characters are fuller than needed, because colours can only take light away from them. What is needed lies
    /// between two characters, and the thinner one should suffice too.
    private static let reserve: Float = 1.3

    /// The mean share of the ink's light that a character shows. On black, coverage is blended in sRGB codes, as in
    /// terminals. On white, blending in codes shows more of dark inks than of light ones; the coverage lies between.
    func share(_ symbol: Symbol) -> Float {
        let sum = symbol.variants.reduce(0) { sum, font in
            let lights = font.pixels.reduce(0) { sum, coverage in
                sum + (isInverted ? Int(coverage) * 257 : Int(LinearLight.ofCode[Int(coverage)]))
            }
            return sum + font.weight * lights
        }
        return Float(sum) / Float(LinearLight.full) / Float(symbol.pixels.count * symbol.variants.weight)
    }

    /// The grey picture for which characters are chosen.
    func tones(_ samples: SampleGrid) -> SampleGrid {
        var grey = samples.withoutColors()
        var lights = CellLights()
        for row in 0..<samples.rows {
            for column in 0..<samples.columns {
                lights.load(samples, column: column, row: row, count: 1)
                let gain = gain(lights.mean / Float(LinearLight.full))
                let corner = row * samples.density.down * samples.width + column * samples.density.across
                for y in 0..<samples.density.down {
                    let first = corner + y * samples.width
                    for index in first..<first + samples.density.across {
                        grey.channels[0][index] = tone(grey.channels[0][index], gain)
                    }
                }
            }
        }
        return grey
    }

    /// A cell's strongest channel as a multiple of its luminance, or of what it lacks of white if inverted.
    private func gain(_ mean: SIMD3<Float>) -> Float {
        let needed = isInverted ? 1 - mean : mean
        let luminance = (needed * SIMD3(0.2126, 0.7152, 0.0722)).sum()
        return luminance > 1e-6 ? needed.max() / luminance : 1
    }

    private func tone(_ luminance: UInt16, _ gain: Float) -> UInt16 {
        let full = Float(LinearLight.full)
        let light = Float(luminance) / full
        // Most pictures are too dark for characters on white paper: they get the curve of dark ink, and strong colours.
        if isInverted { return UInt16((1 - min((1 - light) * gain, 1)) * full) }
        return UInt16(min(compressed(min(light * gain * InkArt.reserve, 1)) / fullest, 1) * full)
    }

    /// A curve that keeps dark tones, then rises ever more slowly to `fullest`.
    private func compressed(_ light: Float) -> Float {
        let knee = InkArt.exactShare * fullest
        guard light > knee, fullest < 1 else { return light }
        let place = (light - knee) / (1 - knee)
        // The bend at which the slope is continuous.
        let bend = 1 / ((1 - knee) / (fullest - knee) - 1)
        return knee + (fullest - knee) * place * (1 + bend) / (place + bend)
    }

    /// The same characters in colours with which they show the mean light of their cells, as far as possible.
    func colored(_ cells: [ArtCell], _ samples: SampleGrid) -> [ArtCell] {
        var shares: [Cluster: Float] = [:]
        var lights = CellLights()
        var colored = cells.map(\.withoutColors)
        for index in cells.indices {
            guard let scalar = cells[index].scalar, !cells[index].isBlank else { continue }
            let cluster = Cluster(scalar: scalar, marks: cells[index].marks)
            let share = shares[cluster] ?? self.share(Symbol(cluster, face) ?? Symbol(estimated: cluster))
            shares[cluster] = share
            let count = cells[index].cells
            lights.load(samples, column: index % samples.columns, row: index / samples.columns, count: count)
            let color = ink(lights.mean / Float(LinearLight.full), share: share)
            for part in index..<index + count { colored[part].foreground = color }
        }
        return colored
    }

    /// The colour for a character that shows a `share` of its ink's light. A colour that would have to be stronger than
    /// the strongest one keeps its hue.
    private func ink(_ mean: SIMD3<Float>, share: Float) -> RGB {
        var needed = pointwiseMax(isInverted ? 1 - mean : mean, SIMD3()) / max(share, 1e-3)
        if needed.max() > 1 { needed /= needed.max() }
        return RGB(light: (isInverted ? 1 - needed : needed) * Float(LinearLight.full))
    }
}

extension SampleRenderer {
    /// Art in coloured ink, of a charset or of the user's characters.
    func inked(
        _ samples: SampleGrid, _ colors: OutputColors, _ letters: SymbolSet, _ tables: ToneTables?
    ) -> ArtGrid {
        var art = InkArt(isInverted: options.invert, face: face)
        art.fullest = letters.symbols.map(art.share).max() ?? 1
        var plain = self
        // Ink makes up for the range that characters lack.
        plain.options.levels = .none
        let cells = art.colored(plain.plain(art.tones(samples), letters.symbols, tables).cells, samples)
        return limited(grid(unpainted(cells, samples), letters.warnings), colors)
    }

    /// Characters that are already chosen, in coloured ink.
    func inked(_ cells: [ArtCell], _ samples: SampleGrid) -> [ArtCell] {
        InkArt(isInverted: options.invert, face: face).colored(cells, samples)
    }
}
