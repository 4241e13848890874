internal import CTextArt
internal import Domain

/// Renders art without colours with the look of the options.
struct ToneArt {
    let options: ArtOptions
    let symbols: [Symbol]
    /// Tables for the symbols and options.
    let tables: ToneTables
    /// Renders one of two looks in parallel, if present.
    var parallelRunner: (any ParallelRunner)?

    /// Cells with the look that they have.
    typealias Drawn = (cells: [ArtCell], look: LookChoice)

    func drawn(_ grid: SampleGrid) -> Drawn {
        switch options.look {
        case .tone: (tone(grid, lights(grid)), LookChoice(.tone, because: .asked))
        case .sharp: (sharp(grid, lights(grid)), LookChoice(.sharp, because: .asked))
        case .auto: better(grid, lights(grid))
        }
    }

    private func lights(_ grid: SampleGrid) -> TonePicture { TonePicture(grid, options: options) }

    private func better(_ grid: SampleGrid, _ lights: TonePicture) -> Drawn {
        let shown = tables.shown ?? SymbolLights(symbols, isInverted: options.invert)
        // Letters show the contours of photos as well by faithful tones, with less noise in even areas.
        if tables.isRich, lights.isDetailed { return (tone(grid, lights), LookChoice(.tone, because: .letters)) }
        let scale = ToneScorer(lights, shown, ofLetters: tables.isRich)
        let even = { scored(tone(grid, lights), scale) }
        let clear = { @Sendable in scored(sharp(grid, lights), scale) }
        if tables.isRich {
            // Comparing would take twice as long, and most drawings are clear by their tones.
            let drawn = even()
            if drawn.score.tone >= ToneArt.clearTones { return (drawn.cells, LookChoice(.tone, because: .letters)) }
            return choice(drawn, clear(), scale)
        }
        let (one, other) = parallelRunner?.both(even, clear) ?? (even(), clear())
        return choice(one, other, scale)
    }

    /// The least correlation of the tones of clear drawings.
    private static let clearTones = 0.88

    private typealias Scored = (cells: [ArtCell], score: ToneScore)

    private func choice(_ one: Scored, _ other: Scored, _ scale: ToneScorer) -> Drawn {
        let ratings = LookChoice.Ratings(tone: one.score.total, sharp: other.score.total)
        let (cells, look): ([ArtCell], Look) =
            one.score < other.score ? (other.cells, .sharp) : (one.cells, .tone)
        return (cells, LookChoice(look, because: scale.reason, ratings))
    }

    private func scored(_ cells: [ArtCell], _ scale: ToneScorer) -> Scored {
        (cells, scale.score(cells))
    }

    private func sharp(_ grid: SampleGrid, _ lights: @autoclosure () -> TonePicture) -> [ArtCell] {
        guard let mosaic = Mosaic(options) else { return matched(lights(), .sharp, tables.sharp) }
        let ink = SharpMosaic(mosaic: mosaic, options: options).ink(grid)
        return MosaicGlyphs(mosaic, symbols).cells(ink, columns: grid.columns)
    }

    private func tone(_ grid: SampleGrid, _ lights: @autoclosure () -> TonePicture) -> [ArtCell] {
        guard let mosaic = Mosaic(options), mosaic.isLarge else {
            let lights = lights()
            if lights.isDetailed, let calm = tables.calm { return matched(lights, .calmLetters, calm) }
            return matched(lights, ToneTables.metric(symbols, options), tables.tone)
        }
        let ink = DiffusedMosaic(mosaic: mosaic, options: options).ink(grid)
        return MosaicGlyphs(mosaic, symbols).cells(ink, columns: grid.columns)
    }

    private func matched(_ lights: TonePicture, _ metric: ToneErrorMetric, _ table: ToneTable?) -> [ArtCell] {
        guard let table else { return paired(lights, metric) }
        let target = ToneTarget(lights, table: table, metric: metric, isInverted: options.invert)
        // Inside sharp letters and lines, calm areas would cost contours.
        let even = metric.isNear && !lights.isDetailed ? nil : lights.even
        let glyphs = ToneMatcher(table: table, metric: metric).glyphs(
            columns: target.columns, rows: target.rows, target: target.values, even: even)
        return glyphs.map { ArtCell(table.clusters[$0]) }
    }

    /// For charsets with symbols of two cells.
    private func paired(_ lights: TonePicture, _ metric: ToneErrorMetric) -> [ArtCell] {
        let pairs = WideToneTable(symbols, metric: metric, isInverted: options.invert)
        let target = ToneTarget(lights, table: pairs.halves, metric: metric, isInverted: options.invert)
        let halves = WideToneMatcher(table: pairs, metric: metric).halves(
            columns: target.columns, rows: target.rows, target: target.values)
        return halves.map { pairs.isRight($0) ? ArtCell(nil) : ArtCell(pairs.halves.clusters[$0]) }
    }
}

/// The rating of art without colours: would a person know what it shows?
struct ToneScore: Comparable {
    /// The agreement of the contours, from -1 to 1.
    let contours: Double
    /// Correlation of the tones seen from afar.
    let tone: Double
    /// The weight of the contours, from 0 to 1.
    let weight: Double

    /// Contours tell what a picture shows, if it has any; otherwise its tones do.
    var total: Double { contours * weight + tone * (1.25 - weight) }

    static func < (one: ToneScore, other: ToneScore) -> Bool { one.total < other.total }
}

/// Rates art without colours against a picture, in samples of 4×4 pixels.
struct ToneScorer {
    /// The steepness up to which a picture has no contours, and that from which they alone count.
    private static let (soft, steep) = (0.03, 0.07)

    private let weight: Double
    private let columns: Int
    private let shown: SymbolLights
    private let near: Plane
    private let far: Plane

    init(_ picture: TonePicture, _ shown: SymbolLights, ofLetters isOfLetters: Bool = false) {
        columns = picture.columns
        self.shown = shown
        // Letters' own contours are as strong as those of words and drawings, which are read by their tones.
        let steepness = picture.isDetailed || !isOfLetters ? picture.steepness : 0
        weight = min(max((steepness - Self.soft) / (Self.steep - Self.soft), 0), 1)
        let lights = picture.plane.halved()
        near = lights.coded()
        far = lights.blurred(Plane.Blur.coarse).coded()
    }

    /// What counts more.
    var reason: LookChoice.Reason { weight < 0.5 ? .tones : .contours }

    func score(_ cells: [ArtCell]) -> ToneScore {
        let art = shown.plane(cells, columns: columns)
        return ToneScore(
            contours: textart_agreement(near.values, art.coded().values, Int32(near.width), Int32(near.height)),
            tone: Similarity.correlation(far, art.blurred(Plane.Blur.coarse).coded()), weight: weight)
    }
}

/// The light of each symbol of a charset, cell by cell, in samples of 4×4 pixels.
struct SymbolLights {
    static let across = ToneTable.across / 2
    static let down = ToneTable.down / 2

    /// `across` by `down` samples per part, one part after the other; the first one is the blank.
    private let parts: [Float]
    /// The offsets of a symbol's left (or only) and right (or only) part.
    private let places: [Unicode.Scalar: Place]
    /// The offsets of scalars below `low`, the most frequent ones, without hashing.
    private let lowPlaces: [Place]

    private static let low: UInt32 = 0x80
    private static let samples = across * down

    private struct Place {
        var left: Int
        var right: Int

        static let blank = Place(left: 0, right: 0)
    }

    init(_ symbols: [Symbol], isInverted: Bool) {
        var parts = [Float](repeating: isInverted ? 1 : 0, count: SymbolLights.samples)
        var places: [Unicode.Scalar: Place] = [:]
        var lowPlaces = [Place](repeating: .blank, count: Int(SymbolLights.low))
        for symbol in symbols where places[symbol.cluster.scalar] == nil {
            let first = parts.count
            for half in 0..<symbol.cells {
                parts += SymbolLights.lights(of: symbol.half(half).pixels, isInverted: isInverted)
            }
            let scalar = symbol.cluster.scalar
            let place = Place(left: first, right: first + (symbol.cells - 1) * SymbolLights.samples)
            places[scalar] = place
            if scalar.value < SymbolLights.low { lowPlaces[Int(scalar.value)] = place }
        }
        self.parts = parts
        self.places = places
        self.lowPlaces = lowPlaces
    }

    /// The plane of whole rows of `columns` cells. The right half of a wide character follows its left one.
    func plane(_ cells: [ArtCell], columns: Int) -> Plane {
        let (across, down) = (SymbolLights.across, SymbolLights.down)
        let width = columns * across
        var values = [Float].unset(cells.count * SymbolLights.samples)
        var left: Unicode.Scalar?
        for (index, cell) in cells.enumerated() {
            let part = cell.scalar.map { place($0).left } ?? left.map { place($0).right } ?? 0
            left = cell.scalar
            let first = index / columns * down * width + index % columns * across
            for y in 0..<down {
                for x in 0..<across { values[first + y * width + x] = parts[part + y * across + x] }
            }
        }
        return Plane(width: width, height: cells.count / max(columns, 1) * down, values: values)
    }

    private func place(_ scalar: Unicode.Scalar) -> Place {
        scalar.value < SymbolLights.low ? lowPlaces[Int(scalar.value)] : places[scalar] ?? .blank
    }

    private static func lights(of pixels: [UInt8], isInverted: Bool) -> [Float] {
        let lights = pixels.map { coverage in
            Float(LinearLight.ofCode[Int(isInverted ? 255 - coverage : coverage)]) / Float(LinearLight.full)
        }
        return Plane(width: Glyph.width, height: Glyph.height, values: lights).halved().halved().values
    }
}
