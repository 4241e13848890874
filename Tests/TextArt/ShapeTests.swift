import CTextArt
import Domain
import Testing

@testable import TextArt

@Suite("Shapes")
struct ShapeTests {
    private static let sets: [Charset] = Charset.allCases.filter { $0 != .half }

    @Test("inner products are equal on every CPU path", arguments: [(64, 96), (22, 32), (1, 64)])
    func paths(pairs: Int, count: Int) {
        var rng = SplitMix64(seed: UInt64(pairs))
        let glyphs = (0..<pairs * count * 2).map { _ in Int16.random(in: 0...255, using: &rng) }
        let samples = (0..<pairs * 6).map { _ in Int16.random(in: -4_080...4_080, using: &rng) }
        let slow = (0..<3 * count).map { place in
            (0..<pairs * 2).reduce(Int32(0)) { sum, index in
                let glyph = glyphs[(index / 2 * count + place % count) * 2 + index % 2]
                return sum + Int32(glyph) * Int32(samples[place / count * pairs * 2 + index])
            }
        }
        for path in TonePathTests.paths {
            var sums = [Int32](repeating: 7, count: 3 * count)
            textart_correlate_by(path, glyphs, Int32(pairs), Int32(count), samples, &sums)
            #expect(sums == slow, "\(path)")
        }
    }

    @Test("every character of a charset has a glyph one cell wide, and the blank comes first", arguments: sets)
    func known(charset: Charset) {
        let scalars = charset.shapes
        #expect(scalars.first == " " && Set(scalars).count == scalars.count)
        for scalar in scalars { #expect(Glyph(scalar)?.cells == 1, "\(scalar.value)") }
    }

    @Test(
        "mosaics are complete: each arrangement of parts occurs once",
        arguments: [(Charset.sextant, 64), (.octant, 256)])
    func mosaics(charset: Charset, count: Int) {
        let drawn = (charset.shapes).compactMap { Glyph($0)?.pixels }
        let parts = charset == .sextant ? [0, 5, 11, 16] : [0, 4, 8, 12, 16]
        let patterns = Set(
            drawn.map { pixels in
                zip(parts, parts.dropFirst()).flatMap { top, _ in [pixels[top * 8] > 0, pixels[top * 8 + 4] > 0] }
            })
        #expect(Set(drawn).count == count && patterns.count == count && drawn.count == count)
        // A part is either fully inked or empty.
        #expect(drawn.allSatisfy { $0.allSatisfy { $0 == 0 || $0 == 255 } })
    }

    @Test("braille has each pattern of eight dots, with four pixels per dot")
    func braille() {
        let drawn = Charset.braille.shapes.compactMap { Glyph($0)?.pixels }
        #expect(Set(drawn).count == 256)
        for (code, pixels) in drawn.enumerated() { #expect(pixels.count { $0 > 0 } == code.nonzeroBitCount * 4) }
    }

    @Test("sums over parts are sums over pixels", arguments: [Charset.octant, .sextant, .block, .braille])
    func parts(charset: Charset) {
        var rng = SplitMix64(seed: 3)
        let channels = (0..<3).map { _ in (0..<128).map { _ in Int16.random(in: -4_080...4_080, using: &rng) } }
        var all = [Int16](repeating: 0, count: 3 * CellParts.count)
        CellParts.sum(channels.flatMap { $0 }, into: &all)
        for shape in (charset.shapes).compactMap({ Symbol($0, .average).map(Shape.init) }) {
            guard let values = CellParts.values(of: shape.pixels) else {
                Issue.record("not made of parts: \(shape.cluster.scalar.value)")
                continue
            }
            for (channel, cell) in channels.enumerated() {
                let whole = zip(shape.pixels, cell).reduce(0) { $0 + Int($1.0 / 255) * Int($1.1) }
                let sums = all[channel * CellParts.count..<(channel + 1) * CellParts.count]
                #expect(zip(values, sums).reduce(0) { $0 + Int($1.0) * Int($1.1) } == whole)
            }
        }
    }

    @Test("no glyph with any colours is closer to a cell than the chosen one", arguments: UInt64(0)..<4)
    func exhaustive(seed: UInt64) throws {
        var rng = SplitMix64(seed: seed)
        let span: ClosedRange<UInt16> = seed.isMultiple(of: 2) ? 0...65_535 : 0...3_000
        let edge = Int.random(in: 0...16, using: &rng)
        let channels = (0..<3).map { _ in
            let (one, other) = (UInt16.random(in: span, using: &rng), UInt16.random(in: span, using: &rng))
            return (0..<128).map { index in
                index / 8 + index % 8 < edge ? one : other ^ UInt16.random(in: 0...900, using: &rng)
            }
        }
        let grid = SampleGrid(width: 8, height: 16, channels: channels)
        for charset in [Charset.ascii, .octant, .all] {
            let scalars = charset.shapes
            let chosen = try #require(
                ShapeMatcher(scalars.compactMap { Symbol($0, .dejavu) }).cells(grid).first?.scalar)
            let errors = scalars.map { error(of: $0, grid) }
            let least = errors.min() ?? 0
            #expect(error(of: chosen, grid) <= least * 1.001 + 20_000, "\(charset) \(chosen)")
        }
    }

    @Test(
        "a cell split into two colours like a glyph becomes that glyph in these colours",
        arguments: ["▚", "▌", "▀", "▟"])
    func found(scalar: Unicode.Scalar) throws {
        let glyph = try #require(Glyph(scalar))
        let (ink, paper) = (RGB(red: 200, green: 30, blue: 90), RGB(red: 10, green: 120, blue: 250))
        let light = { (color: RGB, channel: Int) in
            UInt16(LinearLight.ofCode[Int([color.red, color.green, color.blue][channel])])
        }
        let channels = (0..<3).map { channel in glyph.pixels.map { light($0 > 0 ? ink : paper, channel) } }
        let cell = ShapeMatcher(Charset.quad.shapes.compactMap { Symbol($0, .average) }).cells(
            SampleGrid(width: 8, height: 16, channels: channels))[0]
        #expect(Set([cell.foreground, cell.background]) == [ink, paper])
        let isSame = cell.scalar == scalar && cell.foreground == ink
        let isNegative = cell.background == ink && negative(cell.scalar) == glyph.pixels
        #expect(isSame || isNegative)
    }

    @Test("a flat picture is blank on its colour", arguments: sets)
    func flat(charset: Charset) {
        let color = RGBA(red: 17, green: 99, blue: 201)
        let grid = Picture(30, 30) { _, _ in color }.art(ArtOptions(columns: 10, charset: charset), color: .full)
        #expect(grid.cells.allSatisfy { $0.scalar == " " && $0.background == RGB(color) })
    }

    private func negative(_ scalar: Unicode.Scalar?) -> [UInt8]? {
        scalar.flatMap { Glyph($0)?.pixels.map { 255 - $0 } }
    }

    /// The least weighted squared error with a glyph, by search: for each channel the best pair within range.
    private func error(of scalar: Unicode.Scalar, _ grid: SampleGrid) -> Double {
        let coverage = (Glyph(scalar, .dejavu)?.pixels ?? []).map { Double($0) / 255 }
        return (0..<3).reduce(0) { sum, channel in
            let codes = grid.channels[channel].map { Double(LinearLight.fineCode[Int($0)]) }
            return sum + Double(ShapeMatcher.weights[channel]) * least(coverage, codes)
        }
    }

    /// Coordinate descent on a convex problem, with enough rounds to be exact.
    private func least(_ coverage: [Double], _ codes: [Double]) -> Double {
        var (ink, paper) = (2_000.0, 2_000.0)
        let aa = coverage.reduce(0) { $0 + $1 * $1 }
        let bb = coverage.reduce(0) { $0 + (1 - $1) * (1 - $1) }
        let ab = coverage.reduce(0) { $0 + $1 * (1 - $1) }
        let xa = zip(codes, coverage).reduce(0) { $0 + $1.0 * $1.1 }
        let xb = zip(codes, coverage).reduce(0) { $0 + $1.0 * (1 - $1.1) }
        for _ in 0..<60 {
            if aa > 0 { ink = min(max((xa - paper * ab) / aa, 0), 4_080) }
            if bb > 0 { paper = min(max((xb - ink * ab) / bb, 0), 4_080) }
        }
        return zip(codes, coverage).reduce(0) { sum, pair in
            let shown = paper + (ink - paper) * pair.1
            return sum + (pair.0 - shown) * (pair.0 - shown)
        }
    }
}
