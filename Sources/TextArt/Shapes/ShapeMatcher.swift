internal import Domain

/// Makes art of shapes in free colours: for every cell the glyph, the ink and the paper that are nearest to its samples.
///
/// With coverage a, ink F and paper B a cell shows B + (F - B)a. The best F and B follow in closed form for each glyph
/// (least squares); what they explain is (x·(a - mean a))² over |a - mean a|², summed over the channels. Where they lie
/// out of range, what the nearest allowed ones explain is less: the unbounded figure is a bound, so that few glyphs need
/// a closer look, and the choice is still the best of all.
///
/// The glyph is chosen in sRGB codes, as it looks from near; its colours lie between those that are best from near and
/// those that are best from afar, where the eye mixes light.
struct ShapeMatcher {
    private let table: ShapeTable

    /// Below this, what a shape shows can't be seen: a quarter of a code in each pixel and channel.
    private static let leastGain: Float = 16 * 3 * 128
    /// How much the colours that are best from near count, against those that are best from afar. Where coverage is blended
    /// in codes neither is best alone: on photos both structure and colours come out nearer with more than half.
    private static let nearShare: Float = 0.6
    /// How much each channel counts for the shape: between equal parts and those of luminance. They add up to three.
    static let weights: [Float] = [0.8, 1.8, 0.4]

    init(_ scalars: [Unicode.Scalar], _ face: Face = .average) {
        table = ShapeTable(scalars, face)
    }

    /// Symbols of one cell, or of two; the first stands where none shows anything.
    init(_ symbols: [Symbol]) {
        table = ShapeTable(symbols)
    }

    func cells(_ grid: SampleGrid) -> [ArtCell] {
        var bench = bench
        var cells: [ArtCell] = []
        cells.reserveCapacity(grid.columns * grid.rows)
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                bench.load(grid, column: column, row: row)
                cells.append(match(&bench).cell)
            }
        }
        return cells
    }

    /// What stands best in the cell, or the pair of cells, that the bench has loaded.
    struct Match {
        let cell: ArtCell
        /// How much of the squared differences from the mean it explains.
        let gain: Float
    }

    var bench: ShapeBench { ShapeBench(table, weights: ShapeMatcher.weights) }

    func match(_ bench: inout ShapeBench) -> Match {
        bench.measure()
        let found = best(&bench)
        return Match(cell: cell(found, bench), gain: found?.gain ?? 0)
    }

    private struct Choice {
        let shape: Int
        let gain: Float
        let products: SIMD3<Float>
    }

    private func cell(_ choice: Choice?, _ bench: ShapeBench) -> ArtCell {
        let shape = table.shapes[choice?.shape ?? 0]
        var fit = ColorFit(shape, bench.lights)
        if let choice {
            fit.mix(ColorFit(shape, choice.products, means: bench.means), share: ShapeMatcher.nearShare)
        }
        let (ink, paper) = fit.colors
        // What can't be seen is a blank, where the set has one.
        var cell = ArtCell(ink == paper ? table.shapes[0].cluster : shape.cluster)
        (cell.foreground, cell.background) = (ink, paper)
        return cell
    }

    /// `nil` when nothing shows.
    private func best(_ bench: inout ShapeBench) -> Choice? {
        var best: Choice?
        while true {
            let place = bench.greatest()
            let bound = bench.gains[place]
            guard bound > max(best?.gain ?? 0, ShapeMatcher.leastGain) else { return best }
            let candidate = bench.candidate(place)
            let gain = gain(table.shapes[candidate.shape], candidate.products, bench.means)
            if gain > best?.gain ?? 0 {
                best = Choice(shape: candidate.shape, gain: gain, products: candidate.products)
            }
            bench.drop(place)
        }
    }

    private func gain(_ shape: Shape, _ products: SIMD3<Float>, _ means: SIMD3<Float>) -> Float {
        var sum: Float = 0
        for channel in 0..<3 {
            sum += ShapeMatcher.weights[channel] * shape.gain(products[channel], over: means[channel])
        }
        return sum
    }
}

extension Shape {
    /// What is explained with both colours within 0 to 4,080, of which `mean` is the cell's mean.
    fileprivate func gain(_ product: Float, over mean: Float) -> Float {
        let difference = product / variance
        let (b, f) = (-self.mean * difference, (1 - self.mean) * difference)
        let range = -mean...(4_080 - mean)
        if range.contains(f), range.contains(b) { return product * difference }
        var best: Float = 0
        if !range.contains(f) {
            let f = min(max(f, range.lowerBound), range.upperBound)
            let b = (-product - f * edge) / paper
            best = explained(product, f, min(max(b, range.lowerBound), range.upperBound))
        }
        if !range.contains(b) {
            let b = min(max(b, range.lowerBound), range.upperBound)
            let f = (product - b * edge) / ink
            best = max(best, explained(product, min(max(f, range.lowerBound), range.upperBound), b))
        }
        return best
    }

    private func explained(_ product: Float, _ f: Float, _ b: Float) -> Float {
        2 * product * (f - b) - (f * f * ink + 2 * f * b * edge + b * b * paper)
    }
}
