/// The light that each symbol of a set shows, cell by cell, in samples of four by four pixels.
struct ShownTones {
    static let across = ToneTable.across / 2
    static let down = ToneTable.down / 2

    /// One part after the other, `across` by `down` samples each; the first is the blank one.
    private let parts: [Float]
    /// Where a symbol's left or only part stands, and its right or only one.
    private let places: [Unicode.Scalar: Place]
    /// The same of scalars below `low`, where most are.
    private let lowPlaces: [Place]

    private static let low: UInt32 = 0x80
    private static let samples = across * down

    private struct Place {
        var left: Int
        var right: Int

        static let blank = Place(left: 0, right: 0)
    }

    init(_ symbols: [Symbol], isInverted: Bool) {
        var parts = [Float](repeating: isInverted ? 1 : 0, count: ShownTones.samples)
        var places: [Unicode.Scalar: Place] = [:]
        var lowPlaces = [Place](repeating: .blank, count: Int(ShownTones.low))
        for symbol in symbols where places[symbol.cluster.scalar] == nil {
            let first = parts.count
            for half in 0..<symbol.cells {
                parts += ShownTones.lights(of: symbol.half(half).pixels, isInverted: isInverted)
            }
            let scalar = symbol.cluster.scalar
            let place = Place(left: first, right: first + (symbol.cells - 1) * ShownTones.samples)
            places[scalar] = place
            if scalar.value < ShownTones.low { lowPlaces[Int(scalar.value)] = place }
        }
        self.parts = parts
        self.places = places
        self.lowPlaces = lowPlaces
    }

    /// Art of whole rows of `columns` cells. The right half of a wide character follows its left one.
    func plane(_ cells: [ArtCell], columns: Int) -> ScorePlane {
        let (across, down) = (ShownTones.across, ShownTones.down)
        let width = columns * across
        var values = [Float].unset(cells.count * ShownTones.samples)
        var left: Unicode.Scalar?
        for (index, cell) in cells.enumerated() {
            let part = cell.scalar.map { place($0).left } ?? left.map { place($0).right } ?? 0
            left = cell.scalar
            let first = index / columns * down * width + index % columns * across
            for y in 0..<down {
                for x in 0..<across { values[first + y * width + x] = parts[part + y * across + x] }
            }
        }
        return ScorePlane(width: width, height: cells.count / max(columns, 1) * down, values: values)
    }

    private func place(_ scalar: Unicode.Scalar) -> Place {
        scalar.value < ShownTones.low ? lowPlaces[Int(scalar.value)] : places[scalar] ?? .blank
    }

    private static func lights(of pixels: [UInt8], isInverted: Bool) -> [Float] {
        let lights = pixels.map { coverage in
            Float(LinearLight.ofCode[Int(isInverted ? 255 - coverage : coverage)]) / Float(LinearLight.full)
        }
        return ScorePlane(width: Glyph.width, height: Glyph.height, values: lights).halved().halved().values
    }
}
