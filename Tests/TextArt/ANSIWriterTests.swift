import Domain
import Testing

@testable import TextArt

@Suite("Terminal escapes")
struct ANSIWriterTests {
    private let red = RGB(red: 255, green: 0, blue: 0)
    private let blue = RGB(red: 0, green: 0, blue: 255)

    @Test("a line of two colours has exactly these bytes")
    func bytes() {
        #expect(
            text([ArtCell("a", foreground: red), ArtCell("b", foreground: red), ArtCell("c", foreground: blue)])
                == "\u{1B}[38;2;255;0;0mab\u{1B}[38;2;0;0;255mc\u{1B}[0m\n")
        #expect(
            text([ArtCell("▀", foreground: red, background: blue), ArtCell("▀", foreground: red, background: red)])
                == "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀█\u{1B}[0m\n")
        #expect(text([ArtCell("a"), ArtCell(" "), ArtCell("b"), ArtCell(" ")]) == "a b\n")
    }

    @Test("colours aren't set for what can't be seen: ink of spaces, paper under full blocks")
    func unseen() {
        #expect(
            text([ArtCell("a", foreground: red), ArtCell(" ", foreground: blue), ArtCell("b", foreground: red)])
                == "\u{1B}[38;2;255;0;0ma b\u{1B}[0m\n")
        let full = [blue, .black].map { ArtCell("█", foreground: red, background: $0) }
        #expect(text(full) == "\u{1B}[48;2;255;0;0m  \u{1B}[0m\n")
    }

    @Test("a mark without a colour has the terminal's default, even after coloured ones")
    func own() {
        let mixed = text([ArtCell("a", foreground: red, background: blue), ArtCell("b"), ArtCell("c", foreground: red)])
        let shown = Terminal(Array(mixed.utf8)).lines[0]
        #expect(shown.map(\.ink) == [red, nil, red] && shown.map(\.paper) == [blue, nil, nil])
    }

    @Test("a wide character keeps its two cells even if ink and paper are equal")
    func wide() {
        for scalar in ["가", "\u{3000}"] as [Unicode.Scalar] {
            let cells = [ArtCell(scalar, foreground: red, background: red), ArtCell(nil), ArtCell("b")]
            let shown = Terminal(Array(text(cells).utf8)).lines[0]
            #expect(shown.map { Glyph($0.scalar)?.cells ?? 0 }.reduce(0, +) == 3)
            #expect(shown.dropLast().allSatisfy { $0.paper == red } && shown.last?.paper == nil)
        }
    }

    @Test("a terminal shows the grid, with no redundant escapes and no coloured line feeds", arguments: 0..<60)
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
        #expect(shown.prefix(art.rows).flatMap { $0 }.map(looks) == art.cells.map(looks))
    }

    @Test("half blocks are flipped where that avoids a colour change")
    func turned() {
        let cells = [ArtCell("▀", foreground: red, background: blue), ArtCell("▀", foreground: blue, background: red)]
        #expect(text(cells) == "\u{1B}[38;2;255;0;0;48;2;0;0;255m▀▄\u{1B}[0m\n")
    }

    @Test("a terminal with fewer colours gets the nearest ones by index")
    func fewer() {
        let cells = [ArtCell("a", foreground: red, background: .black), ArtCell("b", foreground: .white)]
        #expect(text(cells, .sixteen) == "\u{1B}[91;40ma\u{1B}[0;97mb\u{1B}[0m\n")
        #expect(text(cells, .eight) == "\u{1B}[33;40ma\u{1B}[0;37mb\u{1B}[0m\n")
        #expect(text(cells, .palette) == "\u{1B}[38;5;196;48;5;16ma\u{1B}[0;38;5;231mb\u{1B}[0m\n")
        let light = [ArtCell("a", foreground: .white, background: .black)]
        #expect(text(light, .two) == "\u{1B}[97;40ma\u{1B}[0m\n")
        #expect(text(light, .none) == "a\n")
    }

    @Test(
        "with fewer colours the reduced grid is shown, with no redundant escapes", arguments: 0..<40,
        [ArtColor.sixteen, .palette])
    func limited(seed: UInt64, colors: ArtColor) {
        let grid = random(seed)
        let table = colors == .palette ? Palette.cubeAndGreys : .terminal
        let terminal = Terminal(ANSIWriter.bytes(of: grid, colors: colors))
        #expect(terminal.strays == 0 && terminal.idle == 0 && terminal.stained == 0)
        let limited = grid.limited(inks: table, papers: table)
        for row in 0..<grid.rows {
            for (mark, cell) in zip(terminal.lines[row], limited.row(row)) { #expect(looks(mark) == looks(cell)) }
        }
    }

    @Test("art with a size limit fits, as finely as possible, and black and white stay pure")
    func budget() {
        let art = Picture.random(60, 60, seed: 5).art(ArtOptions(columns: 40, charset: .half), color: .full)
        let whole = ANSIWriter.bytes(of: art)
        for share in [2, 4] {
            let limit = whole.count / share
            let fitted = ANSIWriter.bytes(of: art, limit: limit)
            #expect(fitted.count <= limit && fitted.count > limit / 4)
        }
        #expect(ANSIWriter.bytes(of: art, limit: whole.count) == whole)
        let pure = [ArtCell("a", foreground: .white), ArtCell("a", foreground: .black)]
        let grid = ArtGrid(columns: 2, rows: 1, cells: pure)
        #expect(ANSIWriter.bytes(of: grid, tolerance: 50) == ANSIWriter.bytes(of: grid))
    }

    private func text(_ cells: [ArtCell], _ colors: ArtColor = .full) -> String {
        let grid = ArtGrid(columns: cells.count, rows: 1, cells: cells)
        return String(decoding: ANSIWriter.bytes(of: grid, colors: colors), as: UTF8.self)
    }

    private func random(_ seed: UInt64) -> ArtGrid {
        var rng = SplitMix64(seed: seed)
        let scalars: [Unicode.Scalar] = [" ", "a", "▀", "█", "▄", "@"]
        let colors = [nil, red, blue, RGB.black]
        let cells = (0..<7 * 5).map { _ in
            ArtCell(
                scalars.randomElement(using: &rng), foreground: colors.randomElement(using: &rng) ?? nil,
                background: colors.randomElement(using: &rng) ?? nil)
        }
        return ArtGrid(columns: 7, rows: 5, cells: cells)
    }

    /// The visible part of a mark: inks of blanks and papers of full blocks are hidden.
    private func looks(_ cell: ArtCell) -> Terminal.Mark? {
        cell.scalar.flatMap { looks(Terminal.Mark(scalar: $0, ink: cell.foreground, paper: cell.background)) }
    }

    private func looks(_ mark: Terminal.Mark) -> Terminal.Mark {
        if mark.scalar == "█" {
            if let ink = mark.ink { return Terminal.Mark(scalar: " ", ink: nil, paper: ink) }
            return Terminal.Mark(scalar: "█", ink: nil, paper: nil)
        }
        if mark.scalar == "▄", mark.ink != nil, mark.paper != nil {
            return looks(Terminal.Mark(scalar: "▀", ink: mark.paper, paper: mark.ink))
        }
        let isFlat = mark.scalar == " " || (mark.ink != nil && mark.ink == mark.paper)
        return isFlat ? Terminal.Mark(scalar: " ", ink: nil, paper: mark.paper) : mark
    }
}
