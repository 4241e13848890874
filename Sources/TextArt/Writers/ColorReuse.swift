internal import Domain

extension ArtGrid {
    /// The art in available colours: each colour becomes the most similar one, except that the ink of a text must stay
    /// legible on its paper. `nil` means that all colours are available.
    func limited(inks: Palette?, papers: Palette?) -> ArtGrid {
        guard inks != nil || papers != nil else { return self }
        var inkNames = NearestColors(inks)
        var paperNames = NearestColors(papers)
        return mapRows { row in
            row.map { cell in
                var limited = cell
                limited.background = cell.background.map { paperNames.nearest(to: $0) }
                let paper = isText ? limited.background : nil
                limited.foreground = cell.foreground.map { ink in
                    paper.map { inkNames.nearest(to: ink, legibleOn: $0) } ?? inkNames.nearest(to: ink)
                }
                return limited
            }
        }
    }

    /// The art with fewer colour changes along its rows: a colour within `tolerance` (see `WritingOptions`) of the
    /// current one is replaced by it. Pure black and pure white are kept.
    func reusingColors(within tolerance: Double) -> ArtGrid {
        guard tolerance > 0 else { return self }
        var reuse = ColorReuse(tolerance: tolerance)
        return mapRows { reuse.row($0) }
    }
}

/// Nearest colours of a table, with a cache.
private struct NearestColors {
    private let table: Palette?
    private var known: [RGB: RGB] = [:]
    /// The colours that are legible on each paper.
    private var legible: [RGB: Palette] = [:]

    init(_ table: Palette?) {
        self.table = table
    }

    mutating func nearest(to color: RGB, legibleOn paper: RGB) -> RGB {
        guard let table else { return color }
        let inks = legible[paper] ?? Palette(Legibility.inks(table.colors, on: paper))
        legible[paper] = inks
        return inks.colors[inks.nearest(to: color)]
    }

    mutating func nearest(to color: RGB) -> RGB {
        guard let table else { return color }
        if let found = known[color] { return found }
        let found = table.colors[table.nearest(to: color)]
        known[color] = found
        return found
    }
}

/// Keeps the current colours as long as the desired ones look the same.
struct ColorReuse {
    let tolerance: Double
    private var perceived: [RGB: OklabColor] = [:]
    private var ink: RGB?
    private var paper: RGB?

    init(tolerance: Double) {
        self.tolerance = tolerance
    }

    mutating func row(_ cells: ArraySlice<ArtCell>) -> [ArtCell] {
        ink = nil
        paper = nil
        return cells.map { reuse($0) }
    }

    private mutating func reuse(_ cell: ArtCell) -> ArtCell {
        guard cell.scalar != nil else { return cell }
        var changed = cell
        // Invisible ink needs no colour change, nor does paper under a full block.
        if !cell.isFlat, let wanted = cell.foreground {
            ink = pen(wanted, ink)
            changed.foreground = ink
        }
        if !cell.isSolid, let wanted = cell.background {
            paper = pen(wanted, paper)
            changed.background = paper
        }
        if cell.isFlat, cell.foreground == cell.background { changed.foreground = changed.background }
        return changed
    }

    private mutating func pen(_ wanted: RGB, _ held: RGB?) -> RGB {
        guard let held, held != wanted, !wanted.isPure else { return wanted }
        return look(wanted).distance(to: look(held)) <= tolerance ? held : wanted
    }

    private mutating func look(_ color: RGB) -> OklabColor {
        if let known = perceived[color] { return known }
        let found = OklabColor(color)
        perceived[color] = found
        return found
    }
}

extension RGB {
    fileprivate var isPure: Bool { self == .black || self == .white }
}

/// Finds the finest output within a byte limit.
enum ByteBudget {
    /// Tolerances to try. The last one leaves a single colour per row, apart from pure black and white.
    private static let ladder: [Double] = [0.5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 12, 16, 20, 25, 32, 40, 50, 200]

    /// Writes at `tolerance`. If that exceeds `limit` bytes, returns the output at the finest step above it that fits,
    /// or at the coarsest if none fits. The search is binary, which assumes that a greater tolerance gives fewer bytes.
    static func fit(_ limit: Int?, from tolerance: Double, _ write: (Double) -> [UInt8]) -> [UInt8] {
        let first = write(tolerance)
        guard let limit, first.count > limit else { return first }
        let steps = ladder.filter { $0 > tolerance }
        guard let last = steps.last else { return first }
        var found = write(last)
        guard found.count <= limit else { return found }
        var low = 0
        var high = steps.count - 1
        while low < high {
            let middle = (low + high) / 2
            let written = write(steps[middle])
            if written.count <= limit { (high, found) = (middle, written) } else { low = middle + 1 }
        }
        return found
    }
}

/// Fits lines into a limit of bytes or characters.
enum RowBudget {
    private static let ladder: [Double] = [0, 2, 4, 8, 12, 16, 24, 32, 48, 64, 200]

    /// Writes a row with as many colour changes as fit: first unchanged, then with increasing tolerance.
    static func fit(
        _ cells: ArraySlice<ArtCell>, _ limit: Int, length: ([UInt8]) -> Int, _ write: ([ArtCell]) -> [UInt8]
    ) -> [UInt8] {
        var written: [UInt8] = []
        for tolerance in ladder {
            var reuse = ColorReuse(tolerance: tolerance)
            written = write(tolerance == 0 ? Array(cells) : reuse.row(cells))
            if length(written) <= limit { return written }
        }
        // Pure black and white have kept their colours up to here.
        return write(cells.map(\.withoutColors))
    }
}
