internal import CTextArt
internal import Domain

/// The sharp look of mosaics: areas that are all ink or none, divided where the picture's light and dark part.
///
/// The threshold is the one that divides the picture's tones best (Otsu 1979), bent towards the mean of what is around
/// (after Niblack 1986), so that faces in shadow have features and skies stay whole; what differs from its close
/// neighbours counts more, so that lines stay. Specks that hardly differ from what is around give way to it: iterated
/// conditional modes on an Ising field (Besag 1986).
struct ClearMosaic {
    private let mosaic: Mosaic
    private let options: ArtOptions

    /// How far the threshold follows the mean of its surroundings, of a Gaussian's width of three columns.
    private static let bend: Float = 0.6
    private static let surroundings = 6
    /// How much more a part's difference from its close neighbours counts.
    private static let detail: Float = 0.5
    /// What one neighbour more counts, as a share of the picture's range of codes.
    private static let pull: Float = 0.015
    private static let passes: Int32 = 8

    init(_ mosaic: Mosaic, options: ArtOptions) {
        self.mosaic = mosaic
        self.options = options
    }

    /// The parts that are ink (1), in rows of `columns * mosaic.across`.
    func ink(_ grid: SampleGrid) -> [UInt8] {
        let luminance = grid.luminance()
        let codes = mosaic.means(of: luminance, columns: grid.columns, rows: grid.rows).map(ToneTarget.code)
        let plane = TonePlane(width: grid.columns * mosaic.across, height: grid.rows * mosaic.down, values: codes)
        let margins = self.margins(plane)
        var ink = [UInt8](repeating: 0, count: margins.count)
        let pull = ClearMosaic.pull * ClearMosaic.range(codes)
        textart_settle(margins, Int32(plane.width), Int32(plane.height), pull, ClearMosaic.passes, &ink)
        return ink
    }

    /// By how much each part is lighter than the threshold; darker on paper.
    private func margins(_ plane: TonePlane) -> [Float] {
        let threshold = ClearMosaic.threshold(plane.values)
        let (across, down) = (reach(2 * mosaic.across), reach(mosaic.down))
        let wide = plane.mean(across: across, down: down)
        let close = plane.mean(across: 1, down: 1)
        let sign: Float = options.invert ? -1 : 1
        return plane.values.indices.map { index in
            let code = plane.values[index]
            let bent = threshold + (wide.values[index] - threshold) * ClearMosaic.bend
            return sign * (code - bent + ClearMosaic.detail * (code - close.values[index]))
        }
    }

    /// Parts within half the surroundings, of which a cell has `count` in each of two squares.
    private func reach(_ count: Int) -> Int { max(1, ClearMosaic.surroundings * count / 4) }

    private static func histogram(_ codes: [Float]) -> [Int] {
        var counts = [Int](repeating: 0, count: 256)
        for code in codes { counts[Int(code * 255 + 0.5)] += 1 }
        return counts
    }

    /// The range of all codes but one in two hundred at either end, from 0 to 1.
    static func range(_ codes: [Float]) -> Float {
        let counts = histogram(codes)
        let limit = codes.count / 200
        func place(_ places: some Sequence<Int>) -> Int {
            var sum = 0
            return places.first { place in
                sum += counts[place]
                return sum > limit
            } ?? 0
        }
        return Float(place(counts.indices.reversed()) - place(counts.indices)) / 255
    }

    /// What divides the codes into two groups that differ most; the middle of all codes where there is one group.
    static func threshold(_ codes: [Float]) -> Float {
        let counts = histogram(codes).map { Float($0) }
        let all = Float(codes.count)
        let total = counts.indices.reduce(Float(0)) { $0 + Float($1) * counts[$1] }
        var (below, sum) = (Float(0), Float(0))
        var best: (code: Float, gain: Float) = (127.5, 0)
        for code in 0..<255 {
            below += counts[code]
            sum += Float(code) * counts[code]
            guard below > 0, below < all else { continue }
            let difference = sum / below - (total - sum) / (all - below)
            let gain = below * (all - below) * (difference * difference)
            if gain > best.gain { best = (Float(code) + 0.5, gain) }
        }
        return best.code / 255
    }
}
