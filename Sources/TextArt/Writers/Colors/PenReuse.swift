internal import Domain

/// Keeps a pen in use as long as the colours asked for look like its own.
struct PenReuse {
    let tolerance: Double
    private var perceived: [RGB: PerceivedColor] = [:]
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
        // Ink that can't be seen needs no pen, nor does paper under a full block.
        let isFlat = cell.isBlank || (cell.foreground != nil && cell.foreground == cell.background)
        if !isFlat, let wanted = cell.foreground {
            ink = pen(wanted, ink)
            changed.foreground = ink
        }
        if !cell.isSolid, let wanted = cell.background {
            paper = pen(wanted, paper)
            changed.background = paper
        }
        if isFlat, cell.foreground == cell.background { changed.foreground = changed.background }
        return changed
    }

    private mutating func pen(_ wanted: RGB, _ held: RGB?) -> RGB {
        guard let held, held != wanted, !wanted.isPure else { return wanted }
        return look(wanted).distance(to: look(held)) <= tolerance ? held : wanted
    }

    private mutating func look(_ color: RGB) -> PerceivedColor {
        if let known = perceived[color] { return known }
        let found = PerceivedColor(color)
        perceived[color] = found
        return found
    }
}

extension RGB {
    fileprivate var isPure: Bool { self == .black || self == .white }
}
