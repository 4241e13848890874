import Domain
import Testing

@testable import TextArt

@Suite("Half blocks")
struct HalfBlockTests {
    private let half = ArtOptions(columns: 10, charset: .half)

    @Test("ink is the upper row, paper the lower, for every cell")
    func rows() {
        let picture = Picture.random(10, 10, seed: 3)
        let grid = picture.art(half, color: .full)
        #expect(grid.columns == 10 && grid.rows == 5)
        for (index, cell) in grid.cells.enumerated() {
            let (x, y) = (index % 10, index / 10 * 2)
            #expect(cell.scalar == "▀")
            #expect(cell.foreground == RGB(picture.row(y)[x]) && cell.background == RGB(picture.row(y + 1)[x]))
        }
    }

    @Test("an odd height is divided evenly: each half shows its own part of the picture")
    func odd() throws {
        // Five rows in three cells of two halves: each half is 5/6 of a row.
        let picture = Picture(10, 5) { _, y in y == 4 ? .white : .black }
        let grid = picture.art(half, color: .full)
        #expect(grid.rows == 3)
        let column = (0..<3).flatMap { [grid.row($0).first?.foreground, grid.row($0).first?.background] }
        // The fifth half, from 20/6 to 25/6, has 1/6 of white in 5/6.
        let fifth = Light(red: 0.2, green: 0.2, blue: 0.2).color
        #expect(column == [.black, .black, .black, .black, fifth, RGB(.white)])
    }

    @Test("a one-row picture has equal halves, and the terminal gets spaces")
    func folded() {
        let picture = Picture(20, 1) { x, _ in x < 10 ? .white : .black }
        let grid = picture.art(half, color: .full)
        #expect(grid.rows == 1 && grid.cells.allSatisfy { $0.foreground == $0.background })
        let written = String(decoding: ANSIWriter.bytes(of: grid), as: UTF8.self)
        #expect(written == "\u{1B}[48;2;255;255;255m     \u{1B}[48;2;0;0;0m     \u{1B}[0m\n")
    }

    @Test("without colours black is blank and white is full, and inverting swaps them")
    func pure() {
        let picture = Picture(10, 10) { x, y in (x < 5) == (y % 2 == 0) ? .white : .black }
        let grid = picture.art(half)
        #expect(Set(grid.lines) == ["▀▀▀▀▀▄▄▄▄▄"])
        var options = half
        options.invert = true
        #expect(Set(picture.art(options).lines) == ["▄▄▄▄▄▀▀▀▀▀"])
        let white = Picture(10, 10) { _, _ in .white }
        #expect(Set(white.art(half).lines) == ["██████████"])
        #expect(PlainTextWriter.bytes(of: white.art(options)) == Array("\n\n\n\n\n".utf8))
    }

    @Test(
        "without colours each grey has its share of ink in the tone look",
        arguments: [UInt8(1), 60, 128, 188, 230, 254])
    func dither(code: UInt8) {
        let options = ArtOptions(columns: 64, charset: .half, look: .tone, levels: .none)
        let grid = Picture(4, 4) { _, _ in .grey(code) }.art(options)
        let inks = grid.cells.map { ["▀": 1, "▄": 1, "█": 2][$0.scalar, default: 0] }
        let share = Double(inks.reduce(0, +)) / Double(2 * grid.cells.count)
        #expect(abs(share - Light(RGB(.grey(code))).luminance) <= 1.0 / 48)
    }

    @Test("user characters replace half blocks")
    func characters() {
        var options = half
        options.characters = " #"
        let grid = Picture.random(10, 10, seed: 1).art(options, color: .full)
        #expect(grid.cells.allSatisfy { $0.scalar == " " || $0.scalar == "#" })
    }
}
