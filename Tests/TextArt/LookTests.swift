import Domain
import Testing

@testable import TextArt

@Suite("Looks without colours")
struct LookTests {
    private let looks: [Look] = [.tone, .sharp]
    private let ball = Picture(96, 96) { x, y in
        let (left, up) = (Double(x) - 47.5, Double(y) - 47.5)
        let far = (left * left + up * up) / (44 * 44)
        return far < 1 ? .grey(UInt8(40 + 215 * max(0, min(1, 0.5 - (left + up) / 90)))) : .black
    }

    @Test("black is blank in every charset and look", arguments: Charset.allCases.filter { $0 != .half })
    func black(charset: Charset) {
        for look in looks {
            let options = ArtOptions(columns: 12, charset: charset, look: look)
            #expect(Set(Picture(24, 24) { _, _ in .black }.art(options).cells.map(\.scalar)) == [" "])
            var inverted = options
            inverted.invert = true
            #expect(Set(Picture(24, 24) { _, _ in .white }.art(inverted).cells.map(\.scalar)) == [" "])
        }
    }

    @Test("once converged, no change of one cell improves the result", arguments: UInt64(0)..<4, [false, true])
    func settled(seed: UInt64, isOfLetters: Bool) {
        var rng = SplitMix64(seed: seed)
        let metric = isOfLetters ? ToneErrorMetric.letters : .tone
        let table = ToneTable(Charset.ascii.shapes, metric: metric, isInverted: false)
        let (columns, rows) = (3, 2)
        let target = (0..<columns * rows * ToneTable.samples).map { _ in Float(rng.unit()) * table.top }
        let chosen = ToneMatcher(table: table, metric: metric).glyphs(columns: columns, rows: rows, target: target)
        let nearest = (0..<columns * rows).map { _ in Int.random(in: 0..<table.clusters.count, using: &rng) }
        let (best, other) = (
            table.error(chosen, target, columns, metric), table.error(nearest, target, columns, metric)
        )
        #expect(best < other)
        var improved = 0
        for _ in 0..<12 {
            var changed = chosen
            changed[Int.random(in: chosen.indices, using: &rng)] = Int.random(
                in: table.clusters.indices, using: &rng)
            if table.error(changed, target, columns, metric) < best - 1e-5 { improved += 1 }
        }
        #expect(improved == 0)
    }

    @Test("letters allow areas some leeway and become smoother")
    func smooth() {
        let dark = [Float](repeating: 0.012, count: 24 * 12 * ToneTable.samples)
        let exact = ToneErrorMetric(blurs: ToneErrorMetric.letters.blurs, grain: 0, isNear: false)
        let grain = { (metric: ToneErrorMetric) in
            let table = ToneTable(Charset.ascii.shapes, metric: metric, isInverted: false)
            let glyphs = ToneMatcher(table: table, metric: metric).glyphs(columns: 24, rows: 12, target: dark)
            let mean = glyphs.reduce(0) { $0 + table.inks[$1] } / Float(glyphs.count * ToneTable.samples)
            return table.error(glyphs, dark.map { _ in mean }, 24, exact)
        }
        #expect(grain(.letters) < 0.98 * grain(exact))
    }

    @Test("each look scores best at its own aim: tones or contours")
    func scores() {
        let tone = score(.tone)
        let sharp = score(.sharp)
        #expect(tone.tone > 0.9 && tone.tone > sharp.tone)
        #expect(sharp.contours > tone.contours)
    }

    @Test("levels brighten a dark picture and leave a single-tone one unchanged")
    func levels() {
        let night = Picture(96, 96) { x, _ in .grey(x < 40 || x > 56 ? 6 : 34) }
        let ink = { (levels: Levels) in
            night.art(ArtOptions(columns: 24, look: .tone, levels: levels)).cells.count { $0.scalar != " " }
        }
        #expect(ink(.none) == 0)
        #expect(ink(.auto) >= 12 * 4)
        let white = Picture(24, 24) { _, _ in .white }.art(ArtOptions(columns: 12, look: .tone))
        #expect(white.cells.allSatisfy { $0.scalar != " " })
    }

    private func score(_ look: Look) -> ToneScore {
        let options = ArtOptions(columns: 24, charset: .braille, look: look)
        let grid = ball.art(options)
        // Two by two pixels make one sample of the art.
        let samples = SampleGrid(
            width: 192, height: 192,
            channels: [
                (0..<192 * 192).map { index in
                    UInt16(LinearLight.ofCode[Int(ball.row(index / 192 / 2)[index % 192 / 2].red)])
                }
            ])
        let symbols = SymbolSet(options, .average).symbols
        return ToneScorer(
            TonePicture(samples, options: options), SymbolLights(symbols, isInverted: options.invert)
        )
        .score(grid.cells)
    }
}
