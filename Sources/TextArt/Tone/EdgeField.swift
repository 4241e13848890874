internal import Domain

/// Finds strong, thin edges in a picture and the characters that follow them.
///
/// Each cell sums the squared gradients of its samples (Sobel) as a structure tensor (Bigün and Granlund 1987). The
/// tensor's major axis lies across the edge, its trace gives the strength, and the difference of its eigenvalues the
/// agreement between the gradients.
struct EdgeField {
    /// The least strength of an edge: the mean gradient per sample, in sRGB codes from 0 to 1.
    private static let least: Float = 0.045
    /// The least strength relative to the picture's median.
    private static let prominence: Float = 2
    /// The least agreement between gradients, from 0 to 1.
    private static let agreement: Float = 0.55

    private let columns: Int
    private let rows: Int
    private let cells: [Cell]

    /// The edge in one cell.
    private struct Cell {
        var strength: Float = 0
        var agreement: Float = 0
        /// Cosine and sine of twice the line's angle from the horizontal.
        var turn = SIMD2<Float>(1, 0)
        /// The centre of the edge's weight, from the top (0) to the bottom (1).
        var height: Float = 0.5
    }

    init(_ grid: SampleGrid) {
        let (columns, rows) = (grid.columns, grid.rows)
        self.columns = columns
        self.rows = rows
        let tones = grid.tones().coded()
        cells = (0..<columns * rows).map {
            EdgeField.cell(tones.values, tones.width, tones.height, $0 % columns, $0 / columns)
        }
    }

    private static func cell(_ codes: [Float], _ width: Int, _ height: Int, _ column: Int, _ row: Int) -> Cell {
        var (xx, xy, yy, total, moment) = (Float(0), Float(0), Float(0), Float(0), Float(0))
        for line in 0..<ToneTable.down {
            let y = row * ToneTable.down + line
            for place in 0..<ToneTable.across {
                let slope = slope(codes, width, height, column * ToneTable.across + place, y)
                let square = slope.x * slope.x + slope.y * slope.y
                xx += slope.x * slope.x
                xy += slope.x * slope.y
                yy += slope.y * slope.y
                total += square
                moment += square * (Float(line) + 0.5) / Float(ToneTable.down)
            }
        }
        guard total > 0 else { return Cell() }
        let (difference, twice) = (xx - yy, 2 * xy)
        let length = (difference * difference + twice * twice).squareRoot()
        guard length > 0 else { return Cell() }
        // The line is perpendicular to the gradient; for the doubled angle that is half a turn.
        return Cell(
            strength: (total / Float(ToneTable.samples)).squareRoot(), agreement: length / total,
            turn: SIMD2(-difference / length, -twice / length), height: moment / total)
    }

    private static func slope(_ codes: [Float], _ width: Int, _ height: Int, _ x: Int, _ y: Int) -> SIMD2<Float> {
        let (left, right) = (max(x - 1, 0), min(x + 1, width - 1))
        let (above, below) = (max(y - 1, 0) * width, min(y + 1, height - 1) * width)
        let here = y * width
        let across =
            codes[above + right] + 2 * codes[here + right] + codes[below + right]
            - codes[above + left] - 2 * codes[here + left] - codes[below + left]
        let down =
            codes[below + left] + 2 * codes[below + x] + codes[below + right]
            - codes[above + left] - 2 * codes[above + x] - codes[above + right]
        return SIMD2(across, down) / 8
    }

    /// The line character for each cell with an edge; `nil` for the others.
    func scalars(_ strokes: EdgeStrokes) -> [Unicode.Scalar?] {
        let strengths = cells.map(\.strength).sorted()
        let usual = strengths.isEmpty ? 0 : strengths[strengths.count / 2]
        let least = max(EdgeField.least, usual * EdgeField.prominence)
        return cells.indices.map { index in
            let cell = cells[index]
            guard cell.strength > least, cell.agreement > EdgeField.agreement, isRidge(index) else { return nil }
            return strokes.scalar(along: cell.turn, height: cell.height)
        }
    }

    /// Whether no neighbour across the edge has a stronger edge of nearly the same direction.
    private func isRidge(_ index: Int) -> Bool {
        let cell = cells[index]
        let (x, y) = (index % columns, index / columns)
        // A steep line's neighbours are to the left and right, a flat one's above and below.
        let isFlat = cell.turn.x > 0
        let beside = isFlat ? [(x, y - 1), (x, y + 1)] : [(x - 1, y), (x + 1, y)]
        return beside.allSatisfy { nx, ny in
            guard 0..<columns ~= nx, 0..<rows ~= ny else { return true }
            let other = cells[ny * columns + nx]
            let isSame = other.turn.x * cell.turn.x + other.turn.y * cell.turn.y > 0.7
            let isFirst = ny * columns + nx > index
            return !isSame || other.strength < cell.strength || (other.strength == cell.strength && isFirst)
        }
    }
}

/// The line characters of a charset, by direction and height.
struct EdgeStrokes {
    private struct Stroke {
        let scalar: Unicode.Scalar
        /// Cosine and sine of twice its angle from the horizontal, anticlockwise, with rows growing downwards.
        let turn: SIMD2<Float>
        /// The height of a flat stroke, from the top (0) to the bottom (1); `nil` for strokes that span the cell.
        let height: Float?
    }

    private let strokes: [Stroke]

    /// `nil` for charsets without lines.
    init?(_ options: ArtOptions) {
        guard options.usesCharset else { return nil }
        switch options.charset {
        case .auto, .ascii, .latin:
            strokes = EdgeStrokes.flat([("-", 0.55), ("_", 0.9), ("\"", 0.15)]) + EdgeStrokes.others("|", "/", "\\")
        case .box: strokes = EdgeStrokes.flat([("─", 0.5)]) + EdgeStrokes.others("│", "╱", "╲")
        default: return nil
        }
    }

    private static func flat(_ flat: [(Unicode.Scalar, Float)]) -> [Stroke] {
        flat.map { Stroke(scalar: $0.0, turn: SIMD2(1, 0), height: $0.1) }
    }

    /// Samples are square and a cell is twice as high as wide, so its diagonals rise by 63 degrees.
    private static func others(_ upright: Unicode.Scalar, _ up: Unicode.Scalar, _ down: Unicode.Scalar) -> [Stroke] {
        [
            Stroke(scalar: upright, turn: SIMD2(-1, 0), height: nil),
            Stroke(scalar: up, turn: SIMD2(-0.6, -0.8), height: nil),
            Stroke(scalar: down, turn: SIMD2(-0.6, 0.8), height: nil),
        ]
    }

    /// The stroke nearest in direction, and among flat ones nearest in height. Between flat and diagonal, everything
    /// steeper than a third of a right angle becomes diagonal.
    func scalar(along turn: SIMD2<Float>, height: Float) -> Unicode.Scalar {
        var best: (scalar: Unicode.Scalar, cost: Float) = ("-", .infinity)
        for stroke in strokes {
            let likeness = stroke.turn.x * turn.x + stroke.turn.y * turn.y
            let cost = 1 - likeness + (stroke.height.map { abs($0 - height) * 0.1 } ?? 0)
            if cost < best.cost { best = (stroke.scalar, cost) }
        }
        return best.scalar
    }
}
