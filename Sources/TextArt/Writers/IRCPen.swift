internal import Domain

/// What an IRC client has been told in this line.
struct IRCPen {
    private(set) var out: [UInt8] = []
    private let table: PenTable
    private var ink: RGB?
    private var paper: RGB?

    init(_ table: PenTable) {
        self.table = table
    }

    mutating func draw(_ cell: ArtCell) {
        guard let scalar = cell.scalar else { return }
        let isFlat = cell.isBlank || (cell.foreground != nil && cell.foreground == cell.background)
        let changes = change(to: isFlat ? ink : cell.foreground, on: cell.isSolid && !isFlat ? paper : cell.background)
        guard isFlat, cell.background != nil else {
            // After one number a comma would open a second.
            if changes == 1, scalar == "," { out += [2, 2] }
            return cell.scalars.forEach { out.append(scalar: $0) }
        }
        out.append(contentsOf: repeatElement(32, count: cell.cells))
    }

    /// Tells how many numbers were written last: 0 to 2.
    private mutating func change(to wantedInk: RGB?, on wantedPaper: RGB?) -> Int {
        if (ink != nil && wantedInk == nil) || (paper != nil && wantedPaper == nil) {
            out.append(15)
            (ink, paper) = (nil, nil)
        }
        guard wantedInk != ink || wantedPaper != paper else { return 0 }
        let isPaperNew = wantedPaper != paper
        (ink, paper) = (wantedInk, wantedPaper)
        out.append(3)
        // A paper can't be told without an ink; what has none gets white, or black on white.
        out.append(contentsOf: IRCPen.digits(wantedInk.flatMap { table.index(of: $0) } ?? 0).utf8)
        guard isPaperNew, let wantedPaper else { return 1 }
        out.append(contentsOf: ("," + IRCPen.digits(table.index(of: wantedPaper) ?? 0)).utf8)
        return 2
    }

    private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
