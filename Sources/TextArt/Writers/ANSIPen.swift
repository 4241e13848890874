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
        var best: (order: Order, mark: Mark)?
        for mark in Mark.ways(cell, scalar, held: (ink, paper)) {
            let order = order(mark)
            if let best, best.order.cost + best.mark.cost <= order.cost + mark.cost { continue }
            best = (order, mark)
        }
        guard let best else { return }
        out.append(contentsOf: best.order.text.utf8)
        (ink, paper) = (best.mark.ink, best.mark.paper)
        for _ in 0..<best.mark.count { out.append(scalar: best.mark.scalar) }
    }

    mutating func reset() {
        guard ink != nil || paper != nil else { return }
        out.append(contentsOf: "\u{1B}[0m".utf8)
        ink = nil
        paper = nil
    }

    private struct Order {
        let text: String
        var cost: Int { text.utf8.count }
    }

    /// A mark without a colour needs the terminal's own: only a reset gives it back.
    private func order(_ mark: Mark) -> Order {
        let resets = (ink != nil && mark.ink == nil) || (paper != nil && mark.paper == nil)
        var words = resets ? ["0"] : []
        if let wanted = mark.ink, resets || wanted != ink { words.append(codes.ink(wanted)) }
        if let wanted = mark.paper, resets || wanted != paper { words.append(codes.paper(wanted)) }
        return Order(text: words.isEmpty ? "" : "\u{1B}[\(words.joined(separator: ";"))m")
    }

    /// One way to show a cell.
    private struct Mark {
        let scalar: Unicode.Scalar
        let ink: RGB?
        let paper: RGB?
        var count = 1

        var cost: Int { UTF8.width(scalar) * count }

        /// Ink of the paper's colour is no ink: a space says the same. What can't be seen keeps the pen that is held.
        static func ways(_ cell: ArtCell, _ scalar: Unicode.Scalar, held: (ink: RGB?, paper: RGB?)) -> [Mark] {
            let isBlock = (0x2580...0x259F).contains(scalar.value)
            let isFlat = cell.isBlank || (cell.foreground != nil && cell.foreground == cell.background)
            if isFlat {
                let blank = cell.background == nil ? scalar : " "
                let count = cell.background == nil ? 1 : Glyph(scalar)?.cells ?? 1
                let space = Mark(scalar: blank, ink: held.ink, paper: cell.background, count: count)
                guard isBlock, cell.background != nil else { return [space] }
                return [space, Mark(scalar: "█", ink: cell.background, paper: held.paper)]
            }
            if cell.isSolid {
                let full = Mark(scalar: scalar, ink: cell.foreground, paper: held.paper)
                guard cell.foreground != nil else { return [full] }
                return [full, Mark(scalar: " ", ink: held.ink, paper: cell.foreground)]
            }
            let plain = Mark(scalar: scalar, ink: cell.foreground, paper: cell.background)
            guard let inverse = BlockElement.inverse(scalar), cell.foreground != nil, cell.background != nil else {
                return [plain]
            }
            return [plain, Mark(scalar: inverse, ink: cell.background, paper: cell.foreground)]
        }
    }
}
