package import Domain

/// Text art for terminals: escape sequences only where a colour changes. Each line ends in the terminal's default
/// colours.
package enum ANSIWriter {
    /// `colors` is the terminal's colour depth, `palette` the appearance of its colours; each colour of the art becomes
    /// the most similar one. The tolerance (see `WritingOptions`) is raised until the output has at most `limit` bytes;
    /// if no tolerance is enough, the output is longer.
    package static func bytes(
        of grid: ArtGrid, caption: ArtCaption = ArtCaption(), colors: ArtColor = .full, palette: ArtPalette? = nil,
        tolerance: Double = 0, limit: Int? = nil
    ) -> [UInt8] {
        let codes = SGRCodes(colors, palette: palette)
        let limited = codes.limited(grid)
        return ByteBudget.fit(limit, from: tolerance) { tolerance in
            var pen = ANSIPen(codes)
            let art = limited.reusingColors(within: tolerance)
            for row in 0..<art.rows { pen.drawLine(art.row(row)) }
            if let credit = caption.credit { pen.out += "\n\(credit)\n".utf8 }
            return pen.out
        }
    }
}

/// Writes cells for a terminal, tracking its current colours. Of the equivalent ways to show a cell it takes the one
/// with the fewest bytes.
struct ANSIPen {
    var out: [UInt8] = []
    private let codes: SGRCodes
    /// `nil` is the terminal's default colour.
    private var ink: RGB?
    private var paper: RGB?

    init(_ codes: SGRCodes) {
        self.codes = codes
    }

    mutating func drawLine(_ cells: ArraySlice<ArtCell>) {
        for cell in cells.trimmingTrailingBlanks { draw(cell) }
        reset()
        out.append(10)
    }

    /// Draws cells where the cursor is; the right halves of wide characters are drawn with their left ones.
    mutating func draw(_ cells: ArraySlice<ArtCell>) {
        for cell in cells { draw(cell) }
    }

    /// Moves the cursor; both count from 0.
    mutating func move(toRow row: Int, column: Int) { out += "\u{1B}[\(row + 1);\(column + 1)H".utf8 }

    /// Moves the cursor down by `rows`, or up if that is negative, and to a column that counts from 0.
    mutating func move(rows: Int, toColumn column: Int) {
        if rows != 0 { out += "\u{1B}[\(abs(rows))\(rows > 0 ? "B" : "A")".utf8 }
        out.append(13)
        if column > 0 { out += "\u{1B}[\(column)C".utf8 }
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

    /// Ink in the paper's colour is invisible and can be written as a space. An invisible colour stays what it was
    /// before.
    private func ways(_ cell: ArtCell, _ scalar: Unicode.Scalar) -> (Mark, Mark?) {
        if cell.isFlat {
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

    /// A mark without a colour needs the terminal's default, which only a reset restores.
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
        out += "\u{1B}[".utf8
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

    /// Returns to the terminal's default colours.
    mutating func reset() {
        guard ink != nil || paper != nil else { return }
        out += "\u{1B}[0m".utf8
        ink = nil
        paper = nil
    }
}

/// Colour codes for terminals (ECMA-48 SGR; ITU T.416 for 38 and 48, with semicolons as in xterm).
struct SGRCodes {
    private enum Naming {
        case none
        case full
        /// The encoded parameters of each available colour.
        case listed(inks: [RGB: [UInt8]], papers: [RGB: [UInt8]])
    }

    private let naming: Naming
    private let inks: Palette?
    private let papers: Palette?

    init(_ colors: ArtColor, palette: ArtPalette? = nil) {
        let isOwn = if case .colors = palette { true } else { false }
        let table = Palette(colors, palette: palette)
        switch (colors, table) {
        case (.none, _): self.init(naming: .none)
        // With full colour, a palette limits the art, not the terminal.
        case (.full, _), (_, nil): self.init(naming: .full)
        // White, the second of the two colours, is the sixteenth colour of a terminal.
        case (.two, let table?): self.init(named: table, table) { isOwn ? $0 : $0 * 15 }
        case (.eight, let table?), (.sixteen, let table?): self.init(named: table, table)
        case (.palette, let table?):
            let first = isOwn ? 0 : 16
            self.init(table, table, ink: { "38;5;\($0 + first)" }, paper: { "48;5;\($0 + first)" })
        }
    }

    static var discord: SGRCodes { SGRCodes(named: .discordInks, .discordPapers) }

    private init(naming: Naming) {
        self.naming = naming
        (inks, papers) = (nil, nil)
    }

    /// SGR 30–37 and 90–97 for inks, 40–47 and 100–107 for papers.
    private init(named inks: Palette, _ papers: Palette, _ place: (Int) -> Int = { $0 }) {
        func code(_ index: Int, base: Int) -> String { "\(place(index) + (place(index) < 8 ? base : base + 52))" }
        self.init(inks, papers, ink: { code($0, base: 30) }, paper: { code($0, base: 40) })
    }

    private init(_ inks: Palette, _ papers: Palette, ink: (Int) -> String, paper: (Int) -> String) {
        (self.inks, self.papers) = (inks, papers)
        naming = .listed(inks: SGRCodes.list(inks, ink), papers: SGRCodes.list(papers, paper))
    }

    private static func list(_ table: Palette, _ code: (Int) -> String) -> [RGB: [UInt8]] {
        var list: [RGB: [UInt8]] = [:]
        for (index, color) in table.colors.enumerated() where list[color] == nil {
            list[color] = Array(code(index).utf8)
        }
        return list
    }

    /// The art in the available colours.
    func limited(_ grid: ArtGrid) -> ArtGrid {
        guard case .none = naming else { return grid.limited(inks: inks, papers: papers) }
        return grid.mapRows { $0.map(\.withoutColors) }
    }

    /// The number of bytes that `append` writes.
    func length(_ color: RGB, isPaper: Bool) -> Int {
        switch naming {
        case .none: 0
        case .full: 7 + SGRCodes.digits(color.red) + SGRCodes.digits(color.green) + SGRCodes.digits(color.blue)
        case .listed(let inks, let papers): (isPaper ? papers : inks)[color]?.count ?? 0
        }
    }

    /// Appends the parameters of an available colour.
    func append(_ color: RGB, isPaper: Bool, to out: inout [UInt8]) {
        switch naming {
        case .none: return
        case .listed(let inks, let papers): out.append(contentsOf: (isPaper ? papers : inks)[color] ?? [])
        case .full:
            out += (isPaper ? "48;2;" : "38;2;").utf8
            SGRCodes.append(color.red, to: &out)
            out.append(59)
            SGRCodes.append(color.green, to: &out)
            out.append(59)
            SGRCodes.append(color.blue, to: &out)
        }
    }

    private static func digits(_ byte: UInt8) -> Int { byte < 10 ? 1 : byte < 100 ? 2 : 3 }

    private static func append(_ byte: UInt8, to out: inout [UInt8]) {
        if byte >= 100 { out.append(48 + byte / 100) }
        if byte >= 10 { out.append(48 + byte / 10 % 10) }
        out.append(48 + byte % 10)
    }
}
