import Domain
import FoundationEssentials
import Testing

@testable import TextArt

@Suite struct CastWriterTests {
    private func cast(_ clip: Clip, version: CastVersion = .two) -> (lines: [Substring], last: ArtGrid?) {
        let grids = clip.art(ArtOptions(columns: 20, charset: .half), .full)
        var writer = CastWriter(columns: 20, rows: 6, title: "a \"cat\"\n", version: version)
        for (index, grid) in grids.enumerated() {
            if let grid { writer.add(grid, at: index * 100) }
        }
        writer.finish(at: grids.count * 100)
        let text = String(decoding: writer.out, as: UTF8.self)
        return (text.split(separator: "\n"), grids.compactMap(\.self).last)
    }

    @Test("The second version counts from the start, the third from the event before")
    func times() throws {
        let (two, _) = cast(.sprite(frames: 3))
        let (three, _) = cast(.sprite(frames: 3), version: .three)
        #expect(two[0] == #"{"version": 2, "width": 20, "height": 6, "title": "a \"cat\"\u000a"}"#)
        #expect(three[0] == #"{"version": 3, "term": {"cols": 20, "rows": 6}, "title": "a \"cat\"\u000a"}"#)
        #expect(two.dropFirst().map { $0.prefix(7) } == ["[0.000,", "[0.000,", "[0.100,", "[0.200,", "[0.300,"])
        #expect(three.dropFirst().map { $0.prefix(7) } == ["[0.000,", "[0.000,", "[0.100,", "[0.100,", "[0.100,"])
    }

    @Test("Every line is JSON, and what it draws adds up to the last frame")
    func replay() throws {
        let (lines, last) = cast(.sprite(frames: 8))
        let grid = try #require(last)
        var screen = Screen(columns: grid.columns, rows: grid.rows)
        for line in lines.dropFirst() {
            let event = try JSONDecoder().decode(Event.self, from: Data(line.utf8))
            screen.show(event.text)
        }
        #expect(screen.marks == grid.cells.map(Screen.Mark.init))
    }

    @Test("A frame that changes little is short; whole frames come back every two seconds")
    func keys() {
        let (lines, _) = cast(.sprite(frames: 8))
        let lengths = lines.dropFirst(2).map(\.utf8.count)
        #expect(lengths[1...6].allSatisfy { $0 < lengths[0] / 4 })
        var frames = TerminalFrames()
        let grid = ArtGrid(columns: 1, rows: 1, cells: [ArtCell("a")])
        #expect(
            [0, 100, 1_999, 2_000, 2_100].map { frames.next(grid, at: $0).isKey } == [true, false, false, true, false])
    }

    @Test("At the cursor the same is drawn by relative moves, and the cursor comes back")
    func atCursor() throws {
        let grids = Clip.sprite(frames: 8).art(ArtOptions(columns: 20, charset: .half), .full).compactMap(\.self)
        var frames = TerminalFrames(at: .cursor)
        // Two rows below the top.
        var screen = Screen(columns: 20, rows: 8)
        screen.show("\u{1B}[3;1H")
        for (index, grid) in grids.enumerated() {
            let bytes = frames.next(grid, at: index * 100).bytes
            #expect(!bytes.contains(UInt8(ascii: "H")))
            screen.show(String(decoding: bytes, as: UTF8.self))
            #expect(screen.place == 40)
        }
        #expect(screen.marks.suffix(120) == grids[7].cells.map(Screen.Mark.init)[...])
        #expect(screen.marks.prefix(40).allSatisfy { $0 == Screen.Mark(" ", nil, nil) })
    }

    private struct Event: Decodable {
        let text: String

        init(from decoder: any Decoder) throws {
            var values = try decoder.unkeyedContainer()
            _ = try values.decode(Double.self)
            _ = try values.decode(String.self)
            text = try values.decode(String.self)
        }
    }
}

/// A screen that understands positions and full colours.
private struct Screen {
    /// What a person sees of a cell of half blocks: its upper and its lower half.
    struct Mark: Equatable {
        var upper: RGB?
        var lower: RGB?

        init(_ scalar: Unicode.Scalar?, _ ink: RGB?, _ paper: RGB?) {
            switch scalar {
            case "▀": (upper, lower) = (ink, paper)
            case "▄": (upper, lower) = (paper, ink)
            case "█": (upper, lower) = (ink, ink)
            default: (upper, lower) = (paper, paper)
            }
        }

        init(_ cell: ArtCell) { self.init(cell.scalar, cell.foreground, cell.background) }
    }

    private(set) var marks: [Mark]
    private let columns: Int
    private(set) var place = 0
    /// Whether the last column was written, so that the next mark begins a new row.
    private var wraps = false
    private var ink: RGB?
    private var paper: RGB?

    init(columns: Int, rows: Int) {
        self.columns = columns
        marks = Array(repeating: Mark(" ", nil, nil), count: columns * rows)
    }

    mutating func show(_ text: String) {
        var scalars = Array(text.unicodeScalars)[...]
        while let scalar = scalars.popFirst() {
            if scalar == "\r" {
                // Behind the last column, the cursor is still in its row.
                place -= place % columns == 0 && wraps ? columns : place % columns
                wraps = false
                continue
            }
            guard scalar == "\u{1B}" else {
                marks[place] = Mark(scalar, ink, paper)
                place += 1
                wraps = place % columns == 0
                continue
            }
            guard let end = scalars.firstIndex(where: { "mHhlABC".unicodeScalars.contains($0) }) else { return }
            let numbers = String(String.UnicodeScalarView(scalars[..<end])).dropFirst().split(separator: ";")
            order(scalars[end], numbers.compactMap { Int($0) })
            scalars = scalars[(end + 1)...]
        }
    }

    private mutating func order(_ letter: Unicode.Scalar, _ numbers: [Int]) {
        var numbers = numbers[...]
        switch letter {
        case "H": (place, wraps) = ((numbers[0] - 1) * columns + numbers[1] - 1, false)
        case "A": place -= numbers[0] * columns
        case "B": place += numbers[0] * columns
        case "C": place += numbers[0]
        case "m": color(&numbers)
        default: break
        }
    }

    private mutating func color(_ numbers: inout ArraySlice<Int>) {
        while let number = numbers.popFirst() {
            guard number != 0 else {
                (ink, paper) = (nil, nil)
                continue
            }
            let parts = numbers.dropFirst().prefix(3).map { UInt8($0) }
            let color = RGB(red: parts[0], green: parts[1], blue: parts[2])
            if number == 38 { ink = color } else { paper = color }
            numbers = numbers.dropFirst(4)
        }
    }
}
