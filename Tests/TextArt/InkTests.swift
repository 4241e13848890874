import Domain
import Testing

@testable import TextArt

@Suite("Coloured ink")
struct InkTests {
    private func options(_ charset: Charset = .ascii, invert: Bool = false) -> ArtOptions {
        ArtOptions(columns: 24, charset: charset, paint: .ink, invert: invert)
    }

    @Test(
        "ink and coverage together show the picture's mean light",
        arguments: [
            RGB(red: 100, green: 100, blue: 100), RGB(red: 20, green: 90, blue: 60), RGB(red: 0, green: 10, blue: 110),
            RGB(red: 60, green: 5, blue: 0),
        ])
    func mean(color: RGB) {
        var options = options()
        // Nothing is sharp in an even picture.
        options.look = .tone
        let grid = Picture(96, 96) { _, _ in RGBA(color) }.art(options, color: .full)
        let art = InkArt(isInverted: false, face: .average)
        var shown = Light(red: 0, green: 0, blue: 0)
        for cell in grid.cells {
            guard let ink = cell.foreground, let symbol = cell.scalar.flatMap({ Symbol($0, .average) }) else {
                continue
            }
            let share = Double(art.share(symbol)) / Double(grid.cells.count)
            let light = Light(ink)
            shown.red += light.red * share
            shown.green += light.green * share
            shown.blue += light.blue * share
        }
        // At the limit of what characters can show, cells with the thinner ones lack some.
        let wanted = Light(color)
        let tolerance = max(wanted.red, wanted.green, wanted.blue) / 4
        for (one, other) in [(shown.red, wanted.red), (shown.green, wanted.green), (shown.blue, wanted.blue)] {
            #expect(abs(one - other) < tolerance, "\(shown) \(wanted)")
        }
    }

    @Test("dark ink on white paper keeps its hue, and leaves white areas empty")
    func inverted() {
        let picture = Picture(64, 64) { x, _ in
            x < 32 ? RGBA(red: 255, green: 255, blue: 255) : RGBA(red: 0, green: 0, blue: 255)
        }
        let grid = picture.art(options(invert: true), color: .full)
        for (index, cell) in grid.cells.enumerated() where !(10...13).contains(index % grid.columns) {
            let isWhite = index % grid.columns < 12
            #expect(cell.isBlank == isWhite)
            #expect(cell.foreground == (isWhite ? nil : RGB(red: 0, green: 0, blue: 255)))
        }
    }

    @Test("a colour too strong for ink keeps its hue")
    func hue() {
        let grid = Picture(64, 64) { _, _ in RGBA(red: 255, green: 128, blue: 0) }.art(options(), color: .full)
        let inks = grid.cells.compactMap(\.foreground)
        #expect(inks.count > grid.cells.count * 9 / 10)
        #expect(inks.allSatisfy { $0.red > 250 && abs(Int($0.green) - 128) < 3 && $0.blue == 0 })
    }

    @Test(
        "no cell has paper, in any charset and number of colours",
        arguments: [Charset.ascii, .half, .braille, .all, .sextant], [ArtColor.full, .sixteen, .palette, .two])
    func paperless(charset: Charset, color: ArtColor) {
        for invert in [false, true] {
            let grid = Picture.random(40, 40, seed: 3).art(options(charset, invert: invert), color: color)
            #expect(grid.cells.allSatisfy { $0.background == nil })
            #expect(grid.cells.contains { $0.foreground != nil })
            let palette = Palette(color, palette: nil)?.colors
            #expect(grid.cells.allSatisfy { $0.foreground.map { palette?.contains($0) ?? true } ?? true })
        }
    }

    @Test("without its colours the art is the same text, and no output has codes for paper")
    func text() throws {
        let grid = Picture.ball.art(options(), color: .full)
        let plain = String(decoding: PlainTextWriter.bytes(of: grid), as: UTF8.self)
        let ansi = String(decoding: ANSIWriter.bytes(of: grid), as: UTF8.self)
        #expect(!ansi.contains("48;") && ansi.contains("38;2;"))
        #expect(ansi.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == plain)
        let page = String(decoding: HTMLWriter.bytes(of: grid), as: UTF8.self)
        #expect(!page.contains("<b ") && page.contains("<span "))
        #expect(try Markup(page).pre == plain)
        #expect(!String(decoding: MatrixWriter.bytes(of: grid), as: UTF8.self).contains("data-mx-bg-color"))
    }

    @Test("a running text keeps its words, and both halves of a wide character have one colour")
    func characters() {
        var reading = options()
        (reading.characters, reading.mode) = ("가 나 abc", .reading)
        let inked = Picture.ball.art(reading, color: .full)
        reading.paint = .both
        #expect(inked.cells.map(\.scalar) == Picture.ball.art(reading, color: .full).cells.map(\.scalar))
        #expect(inked.cells.allSatisfy { $0.background == nil })
        var wide = options()
        wide.characters = " 가나다뷁"
        let cells = Picture.ball.art(wide, color: .full).cells
        #expect(
            cells.indices.dropFirst().allSatisfy { index in
                cells[index].scalar != nil || cells[index].foreground == cells[index - 1].foreground
            })
        #expect(cells.contains { $0.scalar == nil && $0.foreground != nil })
    }
}
