internal import Domain

/// How a terminal is told a colour (ECMA-48 SGR; ITU T.416 for 38 and 48, with semicolons as xterm has them).
struct ANSICodes {
    private enum Naming {
        case none
        case full
        /// The words of each colour that there is, ready to be written.
        case listed(inks: [RGB: [UInt8]], papers: [RGB: [UInt8]])
    }

    private let naming: Naming
    private let inks: PenTable?
    private let papers: PenTable?

    init(_ colors: ArtColor, palette: ArtPalette? = nil) {
        let isOwn = if case .colors = palette { true } else { false }
        let table = PenTable(colors, palette: palette)
        switch (colors, table) {
        case (.none, _): self.init(naming: .none)
        // A palette for a terminal that has all colours limits the art, not the terminal.
        case (.full, _), (_, nil): self.init(naming: .full)
        // Of black and white the second is what terminals have as the sixteenth.
        case (.two, let table?): self.init(named: table, table) { isOwn ? $0 : $0 * 15 }
        case (.eight, let table?), (.sixteen, let table?): self.init(named: table, table)
        case (.palette, let table?):
            let first = isOwn ? 0 : 16
            self.init(table, table, ink: { "38;5;\($0 + first)" }, paper: { "48;5;\($0 + first)" })
        }
    }

    static var discord: ANSICodes { ANSICodes(named: .discordInks, .discordPapers) }

    private init(naming: Naming) {
        self.naming = naming
        (inks, papers) = (nil, nil)
    }

    /// 30–37 and 90–97, 40–47 and 100–107.
    private init(named inks: PenTable, _ papers: PenTable, _ place: (Int) -> Int = { $0 }) {
        func code(_ index: Int, base: Int) -> String { "\(place(index) + (place(index) < 8 ? base : base + 52))" }
        self.init(inks, papers, ink: { code($0, base: 30) }, paper: { code($0, base: 40) })
    }

    private init(_ inks: PenTable, _ papers: PenTable, ink: (Int) -> String, paper: (Int) -> String) {
        (self.inks, self.papers) = (inks, papers)
        naming = .listed(inks: ANSICodes.list(inks, ink), papers: ANSICodes.list(papers, paper))
    }

    private static func list(_ table: PenTable, _ code: (Int) -> String) -> [RGB: [UInt8]] {
        var list: [RGB: [UInt8]] = [:]
        for (index, color) in table.colors.enumerated() where list[color] == nil {
            list[color] = Array(code(index).utf8)
        }
        return list
    }

    /// The art in the colours that there are.
    func limited(_ grid: ArtGrid) -> ArtGrid {
        guard case .none = naming else { return grid.limited(inks: inks, papers: papers) }
        return grid.mapRows { $0.map(\.withoutColors) }
    }

    /// How many bytes `append` appends.
    func length(_ color: RGB, isPaper: Bool) -> Int {
        switch naming {
        case .none: 0
        case .full: 7 + ANSICodes.digits(color.red) + ANSICodes.digits(color.green) + ANSICodes.digits(color.blue)
        case .listed(let inks, let papers): (isPaper ? papers : inks)[color]?.count ?? 0
        }
    }

    /// The words for one of the colours that there are.
    func append(_ color: RGB, isPaper: Bool, to out: inout [UInt8]) {
        switch naming {
        case .none: return
        case .listed(let inks, let papers): out.append(contentsOf: (isPaper ? papers : inks)[color] ?? [])
        case .full:
            out.append(contentsOf: isPaper ? "48;2;".utf8 : "38;2;".utf8)
            ANSICodes.append(color.red, to: &out)
            out.append(59)
            ANSICodes.append(color.green, to: &out)
            out.append(59)
            ANSICodes.append(color.blue, to: &out)
        }
    }

    private static func digits(_ byte: UInt8) -> Int { byte < 10 ? 1 : byte < 100 ? 2 : 3 }

    private static func append(_ byte: UInt8, to out: inout [UInt8]) {
        if byte >= 100 { out.append(48 + byte / 100) }
        if byte >= 10 { out.append(48 + byte / 10 % 10) }
        out.append(48 + byte % 10)
    }
}
