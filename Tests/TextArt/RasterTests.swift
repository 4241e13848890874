import CTextArt
import Domain
import Testing

@testable import TextArt

@Suite("Raster")
struct RasterTests {
    private let white = RGB(red: 255, green: 255, blue: 255)

    @Test(
        "a cell is 8 by 16 pixels at an aspect of 0.5, and follows other aspects",
        arguments: [
            (0.5, 16), (1.0, 8), (2.0, 4), (0.2, 40), (0.4, 20), (0.05, 64), (100, 4),
        ])
    func size(aspect: Double, height: Int) {
        let grid = ArtGrid(columns: 3, rows: 2, cells: Array(repeating: ArtCell("#"), count: 6), cellAspect: aspect)
        let raster = ArtRaster(grid)
        #expect(raster.width == 24 && raster.height == 2 * height)
        #expect(pixels(raster).count == 24 * 2 * height)
    }

    @Test("white ink on black shows a glyph's coverage as light")
    func glyph() throws {
        for scalar in ["@", "a", "▀", "░", "█", "."] as [Unicode.Scalar] {
            let drawn = pixels(ArtRaster(ArtGrid(columns: 1, rows: 1, cells: [ArtCell(scalar)])))
            let coverage = try #require(Glyph(scalar, .dejavu)).pixels
            let expected = coverage.map { Light(red: Double($0) / 255, green: 0, blue: 0).color.red }
            #expect(drawn.map(\.red) == expected)
            #expect(drawn.allSatisfy { $0.red == $0.green && $0.green == $0.blue && $0.alpha == 255 })
        }
    }

    @Test("combining marks are drawn, in any normalisation")
    func marks() {
        func drawn(_ cell: ArtCell) -> [RGBA] { pixels(ArtRaster(ArtGrid(columns: 1, rows: 1, cells: [cell]))) }
        #expect(drawn(ArtCell("e", marks: ["\u{301}"])) == drawn(ArtCell("\u{E9}")))
        #expect(drawn(ArtCell("a", marks: ["\u{30A}"])) != drawn(ArtCell("a")))
        // No font has this combination: the letter is drawn without its mark.
        #expect(drawn(ArtCell("q", marks: ["\u{301}"])) == drawn(ArtCell("q")))
    }

    @Test("inverted art shows the same shapes in black on white")
    func inverted() {
        let cells = [ArtCell("▀"), ArtCell(" ")]
        let drawn = pixels(ArtRaster(ArtGrid(columns: 2, rows: 1, cells: cells, isInverted: true)))
        for (index, pixel) in drawn.enumerated() {
            #expect(pixel == (index % 16 < 8 && index / 16 < 8 ? .black : .white))
        }
    }

    @Test("each cell has its own ink and paper, in all directions")
    func colors() {
        let (red, blue) = (RGB(red: 200, green: 10, blue: 20), RGB(red: 1, green: 2, blue: 250))
        let cells = [
            ArtCell("▀", foreground: red, background: blue), ArtCell("▄", foreground: red, background: blue),
            ArtCell(" ", background: red), ArtCell("█", foreground: blue),
        ]
        let drawn = pixels(ArtRaster(ArtGrid(columns: 2, rows: 2, cells: cells)))
        for (index, pixel) in drawn.enumerated() {
            let (x, y) = (index % 16, index / 16)
            let isRed = y < 16 ? (y < 8) == (x < 8) : x < 8
            #expect(pixel == RGBA(isRed ? red : blue))
        }
    }

    @Test("half coverage is half-way in light between ink and paper")
    func blending() {
        let drawn = pixels(ArtRaster(ArtGrid(columns: 1, rows: 1, cells: [ArtCell("░", foreground: white)])))
        let light = drawn.reduce(0) { $0 + Light(RGB($1)).red } / 128
        #expect(abs(light - 0.251) < 0.003)
    }

    @Test("every coverage blends random colours as the formula in linear light does, to the code")
    func blends() {
        var rng = SplitMix64(seed: 11)
        let width = 16
        let coverage = (0...255).map { UInt8($0) }
        for round in 0..<2_000 {
            let grain = rng.next()
            func color(_ bits: UInt64) -> RGB {
                let bits = round < 4 ? bits * 255 : bits
                return RGB(
                    red: UInt8(truncatingIfNeeded: bits), green: UInt8(truncatingIfNeeded: bits >> 8),
                    blue: UInt8(truncatingIfNeeded: bits >> 16))
            }
            let (ink, paper) = (color(grain & 0xFF_FFFF), color(grain >> 24 & 0xFF_FFFF))
            var pixels = [UInt8](repeating: 0, count: 4 * 256)
            textart_draw(
                LinearLight.ofCode, LinearLight.nearest,
                textart_color(red: ink.red, green: ink.green, blue: ink.blue),
                textart_color(red: paper.red, green: paper.green, blue: paper.blue), coverage, 256, coverage,
                Int32(width), Int32(width), 16, &pixels, 0, Int64(width))
            let expected = coverage.flatMap { share in
                let mixed = Light(paper).mixed(Light(ink), Double(share) / 255).color
                return [mixed.red, mixed.green, mixed.blue, 255]
            }
            #expect(pixels == expected)
        }
    }

    @Test("a line drawn over another keeps nothing of it")
    func reuse() {
        let red = RGB(red: 255, green: 0, blue: 0)
        let full = ArtCell("█", foreground: red)
        let cells = [full, full, full, ArtCell(nil), ArtCell(" "), ArtCell("글")]
        let drawn = pixels(ArtRaster(ArtGrid(columns: 3, rows: 2, cells: cells)))
        let alone = pixels(ArtRaster(ArtGrid(columns: 3, rows: 1, cells: Array(cells[3...]))))
        #expect(Array(drawn.suffix(alone.count)) == alone)
        #expect(alone.indices.allSatisfy { $0 % 24 >= 16 || alone[$0] == .black })
    }

    @Test("a wide character covers both cells, and is clipped at the edge")
    func wide() throws {
        let coverage = try #require(Glyph("글")).pixels
        let drawn = pixels(ArtRaster(ArtGrid(columns: 2, rows: 1, cells: [ArtCell("글"), ArtCell(nil)])))
        #expect(drawn.map(\.red) == coverage)
        let cut = pixels(ArtRaster(ArtGrid(columns: 1, rows: 1, cells: [ArtCell("글")])))
        let left = coverage.indices.filter { $0 % 16 < 8 }.map { coverage[$0] }
        #expect(cut.map(\.red) == left)
    }

    @Test("squeezed and stretched glyphs keep their ink", arguments: [4, 8, 12, 20, 33, 64])
    func stretched(height: Int) {
        var glyphs = RasterGlyphs(.dejavu)
        for scalar in ["@", "▒", "글"] as [Unicode.Scalar] {
            let shape = glyphs.shape(scalar, cells: ArtCell(scalar).cells, height: height)
            let mean = Double(shape.coverage.reduce(0) { $0 + Int($1) }) / Double(255 * shape.coverage.count)
            #expect(abs(mean - (Glyph(scalar, .dejavu)?.coverage ?? 0)) < 0.002)
        }
    }

    @Test("the credit is a faint line below, ending before the first character that doesn't fit")
    func credit() {
        let grid = ArtGrid(columns: 4, rows: 1, cells: Array(repeating: ArtCell("█"), count: 4), cellAspect: 1)
        let plain = ArtRaster(grid)
        let raster = ArtRaster(grid, caption: ArtCaption(credit: "abc가d"))
        #expect(raster.width == plain.width && raster.height == plain.height + 16)
        let line = Array(pixels(raster).suffix(32 * 16))
        #expect(line.contains { $0 != .black } && line.allSatisfy { $0.red <= 128 })
        // The wide character needs two cells but one is left; the next character must not take it.
        #expect(line.indices.allSatisfy { $0 % 32 < 24 || line[$0] == .black })
    }

    @Test("an unknown character is blank; no row follows the last")
    func end() {
        let raster = ArtRaster(ArtGrid(columns: 1, rows: 1, cells: [ArtCell("\u{1D54F}")]))
        #expect(pixels(raster) == Array(repeating: .black, count: 128))
    }

    /// Reads all rows.
    private func pixels(_ raster: ArtRaster) -> [RGBA] {
        var rows = raster.rows()
        var all: [RGBA] = []
        var line = [RGBA](repeating: .white, count: raster.width)
        while true {
            var span = line.mutableSpan
            guard rows.next(into: &span) else { break }
            all += line
        }
        #expect(all.count == raster.width * raster.height)
        return all
    }
}
