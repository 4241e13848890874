import Domain
import Testing

@testable import TextArt

@Suite("Pages of an exact size")
struct ArtPageTests {
    private let art = Picture(200, 100) { x, _ in .grey(UInt8(x * 255 / 199)) }.art(
        ArtOptions(columns: 20, charset: .blocks, invert: true), color: .none)

    @Test("a page has exactly the requested size, rotated or not", arguments: QuarterTurn.allCases, PixelDepth.allCases)
    func size(turn: QuarterTurn, depth: PixelDepth) {
        let page = page(art, PictureSize(width: 300, height: 200), WritingOptions(depth: depth, rotate: turn))
        #expect(page.count == 200 && page.allSatisfy { $0.count == 300 })
    }

    @Test(
        "there are as many greys as the depth allows, and 1-bit glyphs aren't smoothed",
        arguments: [(PixelDepth.one, 2), (.two, 4), (.four, 16)])
    func greys(depth: PixelDepth, count: Int) {
        let pixels = page(art, PictureSize(width: 170, height: 170), WritingOptions(depth: depth)).flatMap { $0 }
        let greys = Set(pixels.map(\.red))
        #expect(greys.allSatisfy { Int($0) * (count - 1) % 255 == 0 })
        #expect(pixels.allSatisfy { $0.red == $0.green && $0.green == $0.blue })
        #expect(greys.contains(0) && greys.contains(255))
    }

    @Test("at 1 bit, a glyph's pixel is ink if at least half covered")
    func sharp() throws {
        let grid = ArtGrid(columns: 1, rows: 1, cells: [ArtCell("@")], isInverted: true)
        let pixels = page(grid, PictureSize(width: 16, height: 16), WritingOptions(depth: .one)).map { $0[4..<12] }
        let glyph = try #require(Glyph("@", .dejavu)).pixels
        #expect(pixels.flatMap { $0 }.map(\.red) == glyph.map { $0 < 128 ? 255 : 0 })
    }

    @Test("the art is centred, as large as whole pixels allow, and the margin is empty")
    func middle() {
        let full = ArtGrid(columns: 2, rows: 1, cells: [ArtCell("█"), ArtCell("█")], isInverted: true)
        let pixels = page(full, PictureSize(width: 60, height: 60), WritingOptions(depth: .one, margin: 5))
        for (y, row) in pixels.enumerated() {
            for (x, pixel) in row.enumerated() {
                let isInk = (6..<54).contains(x) && (6..<54).contains(y)
                #expect(pixel == (isInk ? .black : .white), "\(x), \(y)")
            }
        }
    }

    @Test("a rotated page is the upright one rotated clockwise")
    func turned() {
        let upright = page(art, PictureSize(width: 200, height: 120), WritingOptions())
        let right = page(art, PictureSize(width: 120, height: 200), WritingOptions(rotate: .right))
        let half = page(art, PictureSize(width: 200, height: 120), WritingOptions(rotate: .half))
        let left = page(art, PictureSize(width: 120, height: 200), WritingOptions(rotate: .left))
        for y in 0..<120 {
            for x in 0..<200 {
                #expect(upright[y][x] == right[x][119 - y])
                #expect(upright[y][x] == half[119 - y][199 - x])
                #expect(upright[y][x] == left[199 - x][y])
            }
        }
    }

    @Test("a page fits whole cells beside its margin and credit")
    func room() {
        let size = PictureSize(width: 800, height: 480)
        let whole = ArtPage.room(on: size, writing: WritingOptions(), cellAspect: 0.5, hasCredit: false)
        #expect(whole == (100, 30))
        let turned = WritingOptions(rotate: .left, margin: 4)
        #expect(ArtPage.room(on: size, writing: turned, cellAspect: 0.5, hasCredit: true) == (59, 48))
        let tiny = WritingOptions(margin: 400)
        #expect(ArtPage.room(on: size, writing: tiny, cellAspect: 0.5, hasCredit: false) == (1, 1))
    }

    @Test("too large art is clipped, and a margin wider than the page doesn't crash")
    func tooLarge() {
        #expect(page(art, PictureSize(width: 16, height: 16), WritingOptions()).count == 16)
        #expect(page(art, PictureSize(width: 16, height: 16), WritingOptions(margin: 2_000)).count == 16)
    }

    private func page(_ grid: ArtGrid, _ size: PictureSize, _ writing: WritingOptions) -> [[RGBA]] {
        let page = ArtPage(grid, size: size, writing: writing)
        var rows: [[RGBA]] = []
        var row = [RGBA](repeating: .black, count: size.width)
        var y = 0
        while true {
            var span = row.mutableSpan
            guard page.fill(y, &span) else { return rows }
            rows.append(row)
            y += 1
        }
    }
}
