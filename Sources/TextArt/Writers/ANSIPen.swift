internal import Domain

/// What a terminal has been told, and what it must be told next: of the ways to show a cell the one with the fewest
/// bytes.
struct ANSIPen {
    var out: [UInt8] = []
    private let codes: ANSICodes
    /// `nil` stands for the terminal's own colour.
    private var ink: RGB?
    private var paper: RGB?

    init(_ codes: ANSICodes) {
        self.codes = codes
    }

    mutating func drawLine(_ cells: ArraySlice<ArtCell>) {
        for cell in cells.upToLastMark { draw(cell) }
        reset()
        out.append(10)
    }

    private mutating func draw(_ cell: ArtCell) {
        guard let scalar = cell.scalar else { return }
        let (first, second) = ways(cell, scalar)
        guard let second, cost(second) < cost(first) else { return draw(first) }
        draw(second)
    }

    /// One way to show a cell.
    private struct Mark {
        let scalar: Unicode.Scalar
        var marks: [Unicode.Scalar] = []
        let ink: RGB?
        let paper: RGB?
        var count = 1
    }

    /// Ink of the paper's colour is no ink: a space says the same. What can't be seen keeps the pen that is held.
    private func ways(_ cell: ArtCell, _ scalar: Unicode.Scalar) -> (Mark, Mark?) {
        let isFlat = cell.isBlank || (cell.foreground != nil && cell.foreground == cell.background)
        if isFlat {
            guard let color = cell.background else {
                return (Mark(scalar: scalar, marks: cell.marks, ink: ink, paper: nil), nil)
            }
            let isBlock = (0x2580...0x259F).contains(scalar.value)
            let count = isBlock || scalar == " " ? 1 : cell.cells
            let space = Mark(scalar: " ", ink: ink, paper: color, count: count)
            return (space, isBlock ? Mark(scalar: "█", ink: color, paper: paper) : nil)
        }
        if cell.isSolid {
            let full = Mark(scalar: scalar, ink: cell.foreground, paper: paper)
            return (full, cell.foreground.map { Mark(scalar: " ", ink: ink, paper: $0) })
        }
        let plain = Mark(scalar: scalar, marks: cell.marks, ink: cell.foreground, paper: cell.background)
        guard cell.foreground != nil, cell.background != nil, let inverse = BlockElement.inverse(scalar) else {
            return (plain, nil)
        }
        return (plain, Mark(scalar: inverse, ink: cell.background, paper: cell.foreground))
    }

    /// In bytes.
    private func cost(_ mark: Mark) -> Int {
        let resets = resets(for: mark)
        var words = resets ? 1 : 0
        var length = words
        if let wanted = mark.ink, resets || wanted != ink {
            length += codes.length(wanted, isPaper: false)
            words += 1
        }
        if let wanted = mark.paper, resets || wanted != paper {
            length += codes.length(wanted, isPaper: true)
            words += 1
        }
        return UTF8.width(mark.scalar) * mark.count + (words == 0 ? 0 : length + words + 2)
    }

    /// A mark without a colour needs the terminal's own: only a reset gives it back.
    private func resets(for mark: Mark) -> Bool {
        (ink != nil && mark.ink == nil) || (paper != nil && mark.paper == nil)
    }

    private mutating func draw(_ mark: Mark) {
        change(to: mark, resetting: resets(for: mark))
        (ink, paper) = (mark.ink, mark.paper)
        for _ in 0..<mark.count { out.append(scalar: mark.scalar) }
        for scalar in mark.marks { out.append(scalar: scalar) }
    }

    private mutating func change(to mark: Mark, resetting: Bool) {
        let newInk = resetting || mark.ink != ink ? mark.ink : nil
        let newPaper = resetting || mark.paper != paper ? mark.paper : nil
        guard resetting || newInk != nil || newPaper != nil else { return }
        out.append(contentsOf: "\u{1B}[".utf8)
        if resetting { out.append(48) }
        if let newInk {
            if resetting { out.append(59) }
            codes.append(newInk, isPaper: false, to: &out)
        }
        if let newPaper {
            if resetting || newInk != nil { out.append(59) }
            codes.append(newPaper, isPaper: true, to: &out)
        }
        out.append(109)
    }

    private mutating func reset() {
        guard ink != nil || paper != nil else { return }
        out.append(contentsOf: "\u{1B}[0m".utf8)
        ink = nil
        paper = nil
    }
}
