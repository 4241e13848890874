import CTextArt
import Domain
import Testing

@testable import TextArt

@Suite("Clear mosaics")
struct MosaicTests {
    private static let sets: [Charset] = [.half, .quad, .sextant, .octant, .braille, .block]

    private func art(_ picture: Picture, _ charset: Charset, invert: Bool = false) -> ArtGrid {
        picture.art(ArtOptions(columns: 16, charset: charset, look: .sharp, invert: invert))
    }

    /// The share of inked parts in some columns.
    private func ink(_ grid: ArtGrid, _ charset: Charset, _ columns: Range<Int>) throws -> Double {
        let mosaic = try #require(Mosaic(ArtOptions(charset: charset)))
        let counts = (0..<grid.rows).flatMap { row in
            columns.map { column -> Int in
                let scalar = grid.cells[row * grid.columns + column].scalar ?? " "
                return Glyph(scalar).map { mosaic.ink(of: $0.pixels).nonzeroBitCount } ?? 0
            }
        }
        return Double(counts.reduce(0, +)) / Double(counts.count * mosaic.parts)
    }

    @Test("light is full ink and dark has none, even if both are dark greys", arguments: sets)
    func halves(charset: Charset) throws {
        let picture = Picture(64, 64) { x, _ in .grey(x < 32 ? 40 : 90) }
        #expect(try ink(art(picture, charset), charset, 0..<8) == 0)
        #expect(try ink(art(picture, charset), charset, 8..<16) == 1)
        #expect(try ink(art(picture, charset, invert: true), charset, 0..<8) == 1)
        #expect(try ink(art(picture, charset, invert: true), charset, 8..<16) == 0)
    }

    @Test("a one-pixel line stays whole on a brightening background", arguments: [Charset.braille, .octant])
    func line(charset: Charset) throws {
        let picture = Picture(64, 64) { x, y in y == 30 ? .grey(255) : .grey(UInt8(2 * x)) }
        let grid = art(picture, charset)
        let row = grid.row(30 * grid.rows / 64)
        #expect(row.allSatisfy { $0.scalar != " " })
    }

    @Test("faint grain makes no specks", arguments: sets)
    func grain(charset: Charset) throws {
        var rng = SplitMix64(seed: 11)
        let noisy = Picture(128, 128) { x, _ in .grey(UInt8((x < 64 ? 60 : 190) + Int.random(in: -9...9, using: &rng)))
        }
        let clean = Picture(128, 128) { x, _ in .grey(x < 64 ? 60 : 190) }
        #expect(art(noisy, charset) == art(clean, charset))
    }

    @Test("the threshold is local: dark areas have their own light parts")
    func bends() throws {
        // A dark half with a pattern in it, and a bright half with one.
        let picture = Picture(128, 64) { x, y in
            let isSpot = (x / 16 + y / 16).isMultiple(of: 2)
            return .grey(x < 64 ? (isSpot ? 95 : 5) : (isSpot ? 250 : 160))
        }
        let grid = art(picture, .braille)
        let (dark, bright) = (try ink(grid, .braille, 1..<7), try ink(grid, .braille, 9..<15))
        #expect(dark > 0.2 && dark < 0.6)
        #expect(bright > 0.4 && bright < 0.8)
    }

    @Test("the threshold separates two groups, and is the middle of a single one")
    func threshold() {
        let two = Array(repeating: Float(0.1), count: 30) + Array(repeating: Float(0.4), count: 70)
        #expect(SharpMosaic.threshold(two) > 0.1 && SharpMosaic.threshold(two) < 0.4)
        #expect(SharpMosaic.threshold([0.2, 0.2]) == 0.5)
    }

    @Test("converged parts agree with their margins and neighbours; without a pull they follow the threshold")
    func settles() {
        var rng = SplitMix64(seed: 2)
        let margins = (0..<12 * 9).map { _ in Float(rng.unit()) - 0.5 }
        var ink = [UInt8](repeating: 9, count: margins.count)
        textart_settle(margins, 12, 9, 0, 8, &ink)
        #expect(ink == margins.map { $0 > 0 ? 1 : 0 })
        let half = (0..<12 * 9).map { Float($0 % 12 < 4 ? -0.1 : 0.1) }
        textart_settle(half, 12, 9, 0.01, 8, &ink)
        #expect(ink == half.map { $0 > 0 ? 1 : 0 })
        var speck = [Float](repeating: -0.02, count: 25)
        speck[12] = 0.03
        ink = Array(repeating: 0, count: 25)
        textart_settle(speck, 5, 5, 0.015, 8, &ink)
        #expect(ink == Array(repeating: 0, count: 25))
    }

    @Test(
        "each pattern of parts has a glyph",
        arguments: [(Charset.quad, 16), (.sextant, 64), (.octant, 256), (.braille, 256)])
    func patterns(charset: Charset, count: Int) throws {
        let mosaic = try #require(Mosaic(ArtOptions(charset: charset)))
        let inks = Set(charset.shapes.compactMap { Glyph($0).map { mosaic.ink(of: $0.pixels) } })
        #expect(inks.count == count)
    }
}
