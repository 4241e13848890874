internal import Domain

/// How a terminal is told a colour (ECMA-48 SGR; ITU T.416 for 38 and 48, with semicolons as xterm has them).
struct ANSICodes {
    private enum Naming {
        case none
        case full
        case indexed
        /// 30–37 and 90–97; 40–47 and 100–107.
        case named
    }

    private let naming: Naming
    private let inks: PenTable?
    private let papers: PenTable?

    init(_ colors: ArtColor) {
        switch colors {
        case .none: self.init(.none, nil)
        case .two: self.init(.named, PenTable([PenTable.terminal.colors[0], PenTable.terminal.colors[15]]))
        case .eight: self.init(.named, .terminalDark)
        case .sixteen: self.init(.named, .terminal)
        case .palette: self.init(.indexed, .cubeAndGreys)
        case .full: self.init(.full, nil)
        }
    }

    private init(_ naming: Naming, _ table: PenTable?) {
        self.naming = naming
        (inks, papers) = (table, table)
    }

    private init(inks: PenTable, papers: PenTable) {
        naming = .named
        (self.inks, self.papers) = (inks, papers)
    }

    static var discord: ANSICodes { ANSICodes(inks: .discordInks, papers: .discordPapers) }

    /// The art in the colours that there are.
    func limited(_ grid: ArtGrid) -> ArtGrid {
        guard case .none = naming else { return grid.limited(inks: inks, papers: papers) }
        return grid.mapRows { $0.map { ArtCell($0.scalar) } }
    }

    /// - Precondition: the colour is one of those that there are.
    func ink(_ color: RGB) -> String { code(color, inks, base: 30, long: "38") }

    /// - Precondition: the colour is one of those that there are.
    func paper(_ color: RGB) -> String { code(color, papers, base: 40, long: "48") }

    private func code(_ color: RGB, _ table: PenTable?, base: Int, long: String) -> String {
        let index = table?.index(of: color) ?? 0
        switch naming {
        case .none, .full: return "\(long);2;\(color.red);\(color.green);\(color.blue)"
        case .indexed: return "\(long);5;\(index + 16)"
        case .named:
            // Of two colours the second is white, which terminals have as the sixteenth.
            let place = table?.colors.count == 2 ? index * 15 : index
            return "\(place < 8 ? base + place : base + 52 + place)"
        }
    }
}
