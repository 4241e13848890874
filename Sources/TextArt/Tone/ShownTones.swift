/// The light that each symbol of a set shows, cell by cell, in samples of four by four pixels.
struct ShownTones {
    static let across = ToneTable.across / 2
    static let down = ToneTable.down / 2

    private let samples: [Unicode.Scalar: [[Float]]]
    private let blank: [Float]

    init(_ symbols: [Symbol], isInverted: Bool) {
        blank = Array(repeating: isInverted ? 1 : 0, count: ShownTones.across * ShownTones.down)
        let shown = symbols.map { symbol in
            let halves = (0..<symbol.cells).map { symbol.half($0).pixels }
            return (symbol.cluster.scalar, halves.map { ShownTones.lights(of: $0, isInverted: isInverted) })
        }
        samples = Dictionary(shown) { first, _ in first }
    }

    /// Art of whole rows of `columns` cells. The right half of a wide character follows its left one.
    func plane(_ cells: [ArtCell], columns: Int) -> ScorePlane {
        let (across, down) = (ShownTones.across, ShownTones.down)
        let width = columns * across
        var values = [Float].unset(cells.count * across * down)
        for (place, cell) in cells.enumerated() {
            let isRight = cell.scalar == nil
            let scalar = (isRight && place > 0 ? cells[place - 1] : cell).scalar
            let parts = scalar.flatMap { samples[$0] }
            let part = parts.map { $0[isRight ? $0.count - 1 : 0] } ?? blank
            let first = place / columns * down * width + place % columns * across
            for y in 0..<down {
                for x in 0..<across { values[first + y * width + x] = part[y * across + x] }
            }
        }
        return ScorePlane(width: width, height: cells.count / max(columns, 1) * down, values: values)
    }

    private static func lights(of pixels: [UInt8], isInverted: Bool) -> [Float] {
        let lights = pixels.map { coverage in
            Float(LinearLight.ofCode[Int(isInverted ? 255 - coverage : coverage)]) / Float(LinearLight.full)
        }
        return ScorePlane(width: Glyph.width, height: Glyph.height, values: lights).halved().halved().values
    }
}
