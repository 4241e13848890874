import Domain
import Testing

@testable import TextArt

@Suite("Terminal escapes")
struct ANSIWriterTests {
    private let red = RGB(red: 255, green: 0, blue: 0)
    private let blue = RGB(red: 0, green: 0, blue: 255)

    @Test("a line of two colours is these bytes exactly")
    func bytes() {
        #expect(
            text([ArtCell("a", foreground: red), ArtCell("b", foreground: red), ArtCell("c", foreground: blue)])
                == "\u{1B}[38;2;255;0;0mab\u{1B}[38;2;0;0;255mc\u{1B}[0m\n")
        #expect(
            text([ArtCell("▀", foreground: red, background: blue), ArtCell("▀", foreground: red, background: red)])
                == "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀\u{1B}[48;2;255;0;0m \u{1B}[0m\n")
        #expect(text([ArtCell("a"), ArtCell(" "), ArtCell("b"), ArtCell(" ")]) == "a b\n")
    }

    @Test("the pen is not changed for what can't be seen: ink on spaces, paper under full blocks")
    func unseen() {
        #expect(
            text([ArtCell("a", foreground: red), ArtCell(" ", foreground: blue), ArtCell("b", foreground: red)])
                == "\u{1B}[38;2;255;0;0ma b\u{1B}[0m\n")
        let full = [blue, .black].map { ArtCell("█", foreground: red, background: $0) }
        #expect(text(full) == "\u{1B}[38;2;255;0;0m██\u{1B}[0m\n")
    }

    @Test("a mark without a colour has the terminal's own, also after coloured ones")
    func own() {
        let mixed = text([ArtCell("a", foreground: red, background: blue), ArtCell("b"), ArtCell("c", foreground: red)])
        let shown = Terminal(Array(mixed.utf8)).lines[0]
        #expect(shown.map(\.ink) == [red, nil, red] && shown.map(\.paper) == [blue, nil, nil])
    }

    @Test("a wide character keeps its two cells, also when its ink is its paper's colour")
    func wide() {
        for scalar in ["가", "\u{3000}"] as [Unicode.Scalar] {
            let cells = [ArtCell(scalar, foreground: red, background: red), ArtCell(nil), ArtCell("b")]
            let shown = Terminal(Array(text(cells).utf8)).lines[0]
            #expect(shown.map { Glyph($0.scalar)?.cells ?? 0 }.reduce(0, +) == 3)
            #expect(shown.dropLast().allSatisfy { $0.paper == red } && shown.last?.paper == nil)
        }
    }

    @Test("a terminal shows the grid, no order is idle and no line feed is stained", arguments: 0..<60)
    func shown(seed: UInt64) {
        let grid = random(seed)
        let bytes = ANSIWriter.bytes(of: grid)
        let terminal = Terminal(bytes)
        #expect(terminal.strays == 0 && terminal.idle == 0 && terminal.stained == 0)
        #expect(terminal.lines.count == grid.rows + 1 && terminal.lines.last == [])
        for row in 0..<grid.rows {
            let marks = terminal.lines[row]
            let cells = Array(grid.row(row))
            #expect(marks.count <= cells.count)
            for (mark, cell) in zip(marks, cells) { #expect(looks(mark) == looks(cell)) }
            for rest in cells.dropFirst(marks.count) { #expect(rest.isBlank && rest.background == nil) }
        }
    }

    @Test("art without colours has no escapes at all", arguments: [false, true])
    func plain(isInverted: Bool) {
        let options = ArtOptions(columns: 30, invert: isInverted)
        let grid = Picture.random(60, 60, seed: 4).art(options)
        #expect(!ANSIWriter.bytes(of: grid).contains(0x1B))
        #expect(ANSIWriter.bytes(of: grid) == PlainTextWriter.bytes(of: grid))
    }

    @Test("a picture's colours reach the terminal as they are")
    func picture() {
        let art = Picture.random(10, 10, seed: 9).art(ArtOptions(columns: 10, charset: .half), color: .full)
        let shown = Terminal(ANSIWriter.bytes(of: art)).lines
        #expect(shown.prefix(art.rows).flatMap { $0 }.map(\.paper) == art.cells.map(\.background))
    }

    private func text(_ cells: [ArtCell]) -> String {
        String(decoding: ANSIWriter.bytes(of: ArtGrid(columns: cells.count, rows: 1, cells: cells)), as: UTF8.self)
    }

    private func random(_ seed: UInt64) -> ArtGrid {
        var dice = SplitMix64(seed: seed)
        let scalars: [Unicode.Scalar] = [" ", "a", "▀", "█", " ", "@"]
        let colors = [nil, red, blue, RGB.black]
        let cells = (0..<7 * 5).map { _ in
            ArtCell(
                scalars.randomElement(using: &dice), foreground: colors.randomElement(using: &dice) ?? nil,
                background: colors.randomElement(using: &dice) ?? nil)
        }
        return ArtGrid(columns: 7, rows: 5, cells: cells)
    }

    /// What an eye can tell of a mark: the inks of blanks and the papers of full blocks are hidden.
    private func looks(_ cell: ArtCell) -> Terminal.Mark? {
        cell.scalar.flatMap { looks(Terminal.Mark(scalar: $0, ink: cell.foreground, paper: cell.background)) }
    }

    private func looks(_ mark: Terminal.Mark) -> Terminal.Mark {
        if mark.scalar == "█" {
            if let ink = mark.ink { return Terminal.Mark(scalar: " ", ink: nil, paper: ink) }
            return Terminal.Mark(scalar: "█", ink: nil, paper: nil)
        }
        let isFlat = mark.scalar == " " || (mark.ink != nil && mark.ink == mark.paper)
        return isFlat ? Terminal.Mark(scalar: " ", ink: nil, paper: mark.paper) : mark
    }
}
