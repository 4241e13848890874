internal import Domain

/// Where a picture has strong thin edges, and which characters lie along them.
///
/// Each cell adds up the squared gradients of its samples (Sobel's masks) as a tensor (Bigün and Granlund 1987): its
/// greater axis lies across the edge, its trace says how strong it is, and the difference of its axes how much all
/// gradients agree.
struct EdgeField {
    /// How strong an edge must be: the mean gradient in sRGB codes from 0 to 1 by sample.
    private static let least: Float = 0.045
    /// An edge must be this much stronger than what is usual in the picture.
    private static let prominence: Float = 2
    /// How much gradients must agree, from 0 to 1.
    private static let agreement: Float = 0.55

    private let columns: Int
    private let rows: Int
    private let cells: [Cell]

    /// A cell's edge; the direction is that of the line, in halves of its angle from the horizontal.
    private struct Cell {
        var strength: Float = 0
        var agreement: Float = 0
        /// Twice the line's angle: cosine and sine.
        var turn = SIMD2<Float>(1, 0)
        /// Where the edge's weight lies, from the top (0) to the bottom (1).
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
        // The line is a right angle away from the gradient: twice that is half a turn.
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

    /// The character for each cell that has an edge; `nil` for the others.
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

    /// Thin: no neighbour across the edge has a stronger one of nearly the same direction.
    private func isRidge(_ index: Int) -> Bool {
        let cell = cells[index]
        let (x, y) = (index % columns, index / columns)
        // A steep line's neighbours lie beside it, a flat one's above and below.
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
