import Domain
import Testing

@testable import TextArt

@Suite("Few colours")
struct FewColorsTests {
    /// Colours of all kinds, with edges.
    private let scene = Picture(96, 96) { x, y in
        let far = (x - 40) * (x - 40) + (y - 40) * (y - 40)
        guard far > 900 else { return RGBA(red: UInt8(200 - far / 9), green: UInt8(90 + far / 20), blue: 60) }
        return RGBA(red: UInt8(x * 2), green: UInt8(y * 2 + 20), blue: UInt8(230 - x - y))
    }

    private let sets = [Charset.ascii, .half, .sextant, .braille]

    @Test("only the palette's colours are used", arguments: Dither.allCases)
    func own(dither: Dither) {
        let few: [(ArtColor, ArtPalette?, Int)] = [
            (.two, nil, 2), (.eight, nil, 8), (.sixteen, .named(.solarized), 16), (.palette, nil, 240),
            (.full, .colors([.black, RGB(red: 200, green: 30, blue: 40), .white]), 3),
        ]
        for charset in sets {
            for (color, palette, count) in few {
                let options = ArtOptions(columns: 6, charset: charset, color: color, palette: palette, dither: dither)
                let art = scene.art(options, color: color)
                let known = Set(Palette(color, palette: palette)?.colors ?? [])
                #expect(known.count == count)
                #expect(
                    art.cells.allSatisfy { cell in
                        [cell.foreground, cell.background].allSatisfy { $0.map(known.contains) ?? false }
                    })
            }
        }
    }

    @Test("palette colours are unchanged", arguments: Dither.allCases)
    func exact(dither: Dither) {
        var rng = SplitMix64(seed: 7)
        let (one, other) = (RGBA(red: 170, green: 0, blue: 0), RGBA(red: 85, green: 255, blue: 255))
        let picture = Picture(20, 20) { _, _ in rng.next() & 1 == 0 ? one : other }
        for look in Look.allCases {
            let options = ArtOptions(columns: 20, charset: .half, color: .sixteen, dither: dither, look: look)
            let shown = picture.art(options, color: .sixteen).halves
            #expect(shown == picture.pixels.map { RGB(red: $0.red, green: $0.green, blue: $0.blue) })
        }
    }

    @Test("white stays white and black stays black next to anything", arguments: Dither.allCases)
    func pure(dither: Dither) {
        let picture = Picture(96, 48) { x, y in
            x < 32 ? .white : x >= 64 ? .black : RGBA(red: UInt8(x * 2), green: UInt8(y * 5), blue: 99)
        }
        for charset in sets {
            for (color, look) in [(ArtColor.two, Look.tone), (.sixteen, .tone), (.sixteen, .sharp), (.palette, .auto)] {
                let options = ArtOptions(columns: 12, charset: charset, color: color, dither: dither, look: look)
                let art = picture.art(options, color: color)
                for (index, cell) in art.cells.enumerated() where !(4..<8).contains(index % 12) {
                    let paper: RGB = index % 12 < 4 ? .white : .black
                    #expect(cell.scalar == " " && cell.background == paper)
                }
            }
        }
    }

    @Test(
        "without colours a dither keeps white and black pure too", arguments: [Charset.half, .quad, .sextant, .octant])
    func purePlain(charset: Charset) {
        let picture = Picture(96, 48) { x, _ in x < 32 ? .white : x >= 64 ? .black : .grey(UInt8(x * 2)) }
        for dither in [Dither.floydSteinberg, .bayer, .blueNoise] {
            let art = picture.art(ArtOptions(columns: 12, charset: charset, dither: dither))
            for (index, cell) in art.cells.enumerated() where !(4..<8).contains(index % 12) {
                #expect(cell.scalar == (index % 12 < 4 ? "█" : " "))
            }
        }
    }

    @Test(
        "a flat colour outside the palette looks right from a distance",
        arguments: [
            RGB(red: 150, green: 110, blue: 70), RGB(red: 40, green: 60, blue: 90),
            RGB(red: 220, green: 200, blue: 230),
            RGB(red: 128, green: 128, blue: 128),
        ])
    func flat(color: RGB) {
        let picture = Picture(48, 48) { _, _ in RGBA(red: color.red, green: color.green, blue: color.blue) }
        for charset in [Charset.ascii, .quad, .sextant, .half] {
            for dither in [Dither.cell, .floydSteinberg, .blueNoise, .bayer] {
                let options = ArtOptions(columns: 24, charset: charset, color: .sixteen, dither: dither, look: .tone)
                let seen = picture.art(options, color: .sixteen).seenLight.color
                let difference = OklabColor(seen).distance(to: OklabColor(color))
                // Dark colours are mixed from few palette colours, and two samples per cell allow the coarsest mixes.
                let most = charset == .half || dither != .cell ? 6.5 : 4
                #expect(difference < most, "\(charset) \(dither)")
            }
        }
    }

    @Test("each look serves its purpose: colours are close from a distance, structure is close nearby")
    func looks() {
        for charset in [Charset.ascii, .sextant] {
            let tone = score(charset, .tone)
            let sharp = score(charset, .sharp)
            #expect(tone.difference < 5)
            #expect(tone.difference < sharp.difference)
            #expect(tone.structure < sharp.structure)
        }
    }

    private func score(_ charset: Charset, _ look: Look) -> PaletteScore {
        var fine = GridSampler(
            width: 96, height: 96, across: 24 * Glyph.width, down: 12 * Glyph.height, hasAlpha: false,
            background: .black)
        for y in 0..<96 { fine.take(row: scene.row(y).span) }
        let target = PaletteTarget(fine.grid(.up))
        let colors = Palette.terminal.colors
        let shapes = SymbolSet(ArtOptions(charset: charset), .average).symbols
        let kinds = [PaletteErrorMetric.tone(colors: 16), .sharp]
        let matchers = kinds.map {
            PaletteMatcher(PaletteGlyphs(shapes, metric: $0), metric: $0, inks: colors, papers: colors)
        }
        let choices =
            look == .tone ? matchers[0].choices(target) : matchers[1].choices(target.near)
        return PaletteScore(choices, of: target, matcher: matchers[0])
    }

    @Test("every blue noise rank occurs once, and any share of them is spread evenly")
    func blue() {
        let ranks = DotDither.blue
        #expect(Set(ranks) == Set(0..<4_096))
        for share in [256, 1_024, 2_048] {
            for block in 0..<16 {
                let (left, top) = (block % 4 * 16, block / 4 * 16)
                let count = (0..<256).count { ranks[(top + $0 / 16) * 64 + left + $0 % 16] < share }
                #expect(abs(count - share / 16) <= 6)
            }
        }
    }
}

extension ArtGrid {
    /// The colours of the upper and the lower half of each cell, line by line.
    fileprivate var halves: [RGB?] {
        (0..<2 * rows).flatMap { line in
            row(line / 2).map { cell in
                switch cell.scalar {
                case "█": cell.foreground
                case "▀": line.isMultiple(of: 2) ? cell.foreground : cell.background
                case "▄": line.isMultiple(of: 2) ? cell.background : cell.foreground
                default: cell.background
                }
            }
        }
    }

    /// The mean light of all pixels, with ink blended as terminals do.
    fileprivate var seenLight: Light {
        var sum = Light(.black)
        var count = 0.0
        for cell in cells {
            guard let scalar = cell.scalar, let glyph = Glyph(scalar), let ink = cell.foreground,
                let paper = cell.background
            else { continue }
            for pixel in glyph.pixels {
                func light(_ ink: UInt8, _ paper: UInt8) -> Double {
                    let code = (Double(ink) * Double(pixel) + Double(paper) * Double(255 - pixel)) / 255
                    return LinearLight.light(of: code) / LinearLight.full
                }
                sum.red += light(ink.red, paper.red)
                sum.green += light(ink.green, paper.green)
                sum.blue += light(ink.blue, paper.blue)
                count += 1
            }
        }
        return sum.map { $0 / max(count, 1) }
    }
}
