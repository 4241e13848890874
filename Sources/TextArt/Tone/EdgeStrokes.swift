internal import Domain

/// The characters of a set that are lines, by direction and height.
struct EdgeStrokes {
    private struct Stroke {
        let scalar: Unicode.Scalar
        /// Twice its angle from the horizontal, anticlockwise: cosine and sine, with rows that grow downwards.
        let turn: SIMD2<Float>
        /// From the top, for flat ones; `nil` where it fills the cell.
        let height: Float?
    }

    private let strokes: [Stroke]

    /// `nil` for sets without lines.
    init?(_ options: ArtOptions) {
        guard (options.characters ?? "").isEmpty else { return nil }
        switch options.charset {
        case .ascii, .latin:
            strokes = EdgeStrokes.flat([("-", 0.55), ("_", 0.9), ("\"", 0.15)]) + EdgeStrokes.others("|", "/", "\\")
        case .box: strokes = EdgeStrokes.flat([("─", 0.5)]) + EdgeStrokes.others("│", "╱", "╲")
        default: return nil
        }
    }

    private static func flat(_ flat: [(Unicode.Scalar, Float)]) -> [Stroke] {
        flat.map { Stroke(scalar: $0.0, turn: SIMD2(1, 0), height: $0.1) }
    }

    /// Samples are as high as wide, and a cell twice as high as wide: its diagonals rise by 63 degrees.
    private static func others(_ upright: Unicode.Scalar, _ up: Unicode.Scalar, _ down: Unicode.Scalar) -> [Stroke] {
        [
            Stroke(scalar: upright, turn: SIMD2(-1, 0), height: nil),
            Stroke(scalar: up, turn: SIMD2(-0.6, -0.8), height: nil),
            Stroke(scalar: down, turn: SIMD2(-0.6, 0.8), height: nil),
        ]
    }

    /// The stroke nearest in direction; of flat ones that nearest in height. Between flat and diagonal lines the
    /// diagonal ones take all above a third of a right angle.
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
