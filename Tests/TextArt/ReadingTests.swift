import Domain
import Testing

@testable import TextArt

@Suite("Text in reading order")
struct ReadingTests {
    private let wheel = Picture(96, 96) { x, y in
        RGBA(red: UInt8(x * 2), green: UInt8(y * 2), blue: UInt8(255 - x - y))
    }

    @Test("every letter is legible in few colours too", arguments: [ArtColor.two, .eight, .sixteen, .palette])
    func fewColors(color: ArtColor) {
        let options = ArtOptions(columns: 24, characters: "letters", mode: .reading)
        let cells = wheel.art(options, color: color).cells
        for cell in cells where !cell.isBlank {
            let (ink, paper) = (Light(cell.foreground ?? .white).luminance, Light(cell.background ?? .black).luminance)
            #expect((max(ink, paper) + 0.05) / (min(ink, paper) + 0.05) >= 2, "\(cell)")
        }
    }

    @Test("the text runs over all rows and repeats, with one blank in between")
    func order() {
        let grid = wheel.art(
            ArtOptions(columns: 11, rows: 3, fit: .stretch, characters: "one two", mode: .reading), color: .full)
        #expect(grid.lines == ["one two one", "two one two", "one two one"])
        let packed = wheel.art(
            ArtOptions(columns: 10, rows: 2, fit: .stretch, characters: "abc", mode: .reading), color: .full)
        #expect(packed.lines == ["abcabcabca", "bcabcabcab"])
    }

    @Test("no wide character is split at a line's end: a blank fills the last cell")
    func wide() {
        let options = ArtOptions(columns: 11, rows: 3, fit: .stretch, characters: "가나다", mode: .reading)
        let lines = wheel.art(options, color: .full).lines
        #expect(lines == ["가나다가나 ", "다가나다가 ", "나다가나다 "])
    }

    @Test("combining marks stay on their base and joined emoji stay one, in every row and output")
    func clusters() {
        let text = "e\u{301}👨‍👩‍👧‍👦x🇰🇷"
        let options = ArtOptions(columns: 12, rows: 2, fit: .stretch, characters: text, mode: .reading)
        let grid = wheel.art(options, color: .full)
        // 1 + 2 + 1 + 2 cells, twice per row.
        let line = text + text
        #expect(String(decoding: PlainTextWriter.bytes(of: grid), as: UTF8.self) == "\(line)\n\(line)\n")
        for bytes in [
            ANSIWriter.bytes(of: grid), HTMLWriter.bytes(of: grid), SVGWriter.bytes(of: grid),
            JSONWriter.bytes(of: grid),
            BBCodeWriter.bytes(of: grid), MatrixWriter.bytes(of: grid),
        ] {
            let written = String(decoding: bytes, as: UTF8.self)
            #expect(written.unicodeScalars.count { $0 == "\u{301}" } == 4, "\(written)")
            #expect(written.unicodeScalars.count { $0 == "\u{200D}" } == 12)
            #expect(!written.unicodeScalars.contains("\u{FFFD}"))
        }
        #expect(ArtRaster(grid).width == 96)
    }

    @Test("each cell's ink and paper mix to the cell's light and are distinguishable")
    func light() throws {
        let flat = RGBA(red: 90, green: 140, blue: 60)
        let options = ArtOptions(columns: 12, characters: "mWx", mode: .reading, font: .dejavu)
        for cell in Picture(48, 48, { _, _ in flat }).art(options, color: .full).cells {
            let scalar = try #require(cell.scalar)
            let shape = Shape(try #require(Symbol(scalar, .dejavu)))
            let (ink, paper) = (Light(try #require(cell.foreground)), Light(try #require(cell.background)))
            let wanted = Light(RGB(flat))
            for channel in [\Light.red, \.green, \.blue] {
                let mixed =
                    paper[keyPath: channel] + (ink[keyPath: channel] - paper[keyPath: channel])
                    * Double(shape.lightMean)
                #expect(abs(mixed - wanted[keyPath: channel]) < 0.012)
            }
            let (high, low) = (max(ink.luminance, paper.luminance), min(ink.luminance, paper.luminance))
            #expect((high + 0.05) / (low + 0.05) > 1.9)
        }
    }

    @Test("text is legible on black and on white too", arguments: [UInt8(0), 3, 255])
    func extremes(code: UInt8) {
        let options = ArtOptions(columns: 12, characters: "text", mode: .reading)
        for cell in Picture(24, 24, { _, _ in .grey(code) }).art(options, color: .full).cells {
            let lights = [cell.foreground, cell.background].compactMap { $0.map { Light($0).luminance + 0.05 } }
            #expect((lights.max() ?? 0) / (lights.min() ?? 1) > 1.9)
        }
    }

    @Test("without colours there is a warning, and text with gaps instead")
    func plain() {
        let options = ArtOptions(columns: 40, characters: "some words to read", mode: .reading)
        var holes = options
        holes.mode = .holes
        let grid = wheel.art(options)
        #expect(grid.warnings == [.readingNeedsColors])
        #expect(grid.lines == wheel.art(holes).lines)
        #expect(wheel.art(options, color: .full).warnings.isEmpty)
    }

    @Test(
        "a text without usable characters falls back to the charset with a warning",
        arguments: [" ", "\u{200F}"])
    func nothing(text: String) {
        for mode in [CharacterMode.reading, .holes] {
            let grid = wheel.art(ArtOptions(columns: 20, characters: text, mode: mode), color: .full)
            #expect(grid.warnings.contains(.nothingUsable))
            #expect(grid.cells == wheel.art(ArtOptions(columns: 20), color: .full).cells)
        }
    }
}
