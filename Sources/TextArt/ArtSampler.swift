package import Domain

/// Turns a picture's rows into text art as they arrive, without holding the picture.
///
/// Give it each stored row from the top, then ask for the art; it also works when only some rows arrived, and shows
/// the background for the rest. Memory grows with the cells of the art, not with the pixels of the picture.
package struct ArtSampler: Sendable {
    /// Cells of one sample are means, for which so many samples' worth of pixels across are enough.
    private static let meanPixels = 4

    private let info: PictureInfo
    private let options: ArtOptions
    private let pens: ArtPens
    private let size: GridSize
    private let art: SampledArt
    private var sampler: Sampler
    /// The picture in fine samples, where it shall be measured and the sampler doesn't hold them.
    private var reference: GridSampler?
    private var taken = 0

    private enum Sampler: Sendable {
        case areas(AreaSampler)
        case samples(GridSampler)
        /// While a row is taken: what holds the samples must have no second owner.
        case nothing
    }

    /// What will be asked for needs the same samples as art in `pens` does.
    /// `face` is the options' font where it isn't given; what is read from a file has to be. `tables` that are of other
    /// options are not used. A `companion` is asked where two arts are made to choose from.
    package init(
        info: PictureInfo, options: ArtOptions, pens: ArtPens, face: Face? = nil, tables: ArtTables? = nil,
        companion: (any Companion)? = nil
    ) {
        self.info = info
        self.options = options
        self.pens = pens
        size = GridSize(info: info, options: options)
        art = SampledArt(
            options: options, face: face ?? Face(options.font), size: size, tables: tables, companion: companion)
        let sampling = Sampling(options, pens)
        if sampling == .areas {
            sampler = .areas(ArtSampler.areas(info, options, size))
        } else {
            sampler = .samples(ArtSampler.samples(info, options, size, sampling))
        }
        if options.score, sampling != .colors { reference = ArtSampler.samples(info, options, size, .colors) }
    }

    package init(info: PictureInfo, options: ArtOptions, color: ArtColor) {
        self.init(info: info, options: options, pens: ArtPens(color, palette: options.palette))
    }

    /// The fewest pixels, as stored, that make the same art to the eye, for a decoder that can leave some out: seven for
    /// five samples along each side, or some for each cell that is one mean. A decoder means codes and not light; with so
    /// many pixels the means of cells of photos differ by a fifth of a code from those of all pixels.
    package static func usefulSize(info: PictureInfo, options: ArtOptions, pens: ArtPens) -> PictureSize {
        let size = GridSize(info: info, options: options)
        let density = Sampling(options, pens).density
        let across = size.columns * (density?.across ?? meanPixels) * 7 / 5
        let down = size.rows * (density?.down ?? meanPixels * 2) * 7 / 5
        let isTurned = info.orientation.swapsAxes
        // What a crop leaves must have them.
        return PictureSize(
            width: (isTurned ? down : across) * max(1, info.width) / size.crop.columns.count,
            height: (isTurned ? across : down) * max(1, info.height) / size.crop.rows.count)
    }

    /// The next row as handed over, from the top; rows beyond the picture's height are ignored.
    /// - Precondition: the row has `info.rowWidth` pixels.
    package mutating func take(row: Span<RGBA>) {
        defer { taken += 1 }
        guard size.crop.rows.contains(taken) else { return }
        let row = row.extracting(size.crop.columns)
        reference?.take(row: row)
        switch sampler {
        case .areas(var areas):
            sampler = .nothing
            areas.take(row: row)
            sampler = .areas(areas)
        case .samples(var samples):
            sampler = .nothing
            samples.take(row: row)
            sampler = .samples(samples)
        case .nothing: return
        }
    }

    /// The art of what arrived so far.
    package func grid() -> ArtGrid { grid(pens) }

    /// The same art in the colours of another output, which may have fewer.
    /// - Precondition: they need the same samples.
    package func grid(_ pens: ArtPens) -> ArtGrid {
        precondition(Sampling(options, pens) == Sampling(options, self.pens), "other samples")
        switch sampler {
        case .areas(let areas): return grid(areas)
        case .samples(let samples): return grid(samples, pens)
        case .nothing: return art.grid([])
        }
    }

    /// How near art comes to the picture as it arrived, before its tones were adjusted. `nil` unless the options ask for
    /// it, or when the art is larger than is measured: 32,768 cells.
    package func score(of grid: ArtGrid) -> ArtScore? {
        guard options.score, grid.cells.count == size.columns * size.rows else { return nil }
        if let reference { return ArtScore(grid, reference.grid(info.orientation)) }
        guard case .samples(let samples) = sampler else { return nil }
        return ArtScore(grid, samples.grid(info.orientation))
    }

    private func grid(_ areas: AreaSampler) -> ArtGrid {
        let plane = SamplePlane(
            areas, width: size.columns, height: size.rows * 2, orientation: info.orientation, options: options)
        return art.grid(HalfMatcher().cells(plane))
    }

    private func grid(_ sampler: GridSampler, _ pens: ArtPens) -> ArtGrid {
        var samples = sampler.grid(info.orientation)
        if pens == .none { samples = samples.withoutColors() }
        samples.apply(ToneAdjustment(options))
        return art.grid(samples, pens)
    }

    private static func areas(_ info: PictureInfo, _ options: ArtOptions, _ size: GridSize) -> AreaSampler {
        let height = size.rows * 2
        let isTurned = info.orientation.swapsAxes
        return AreaSampler(
            width: size.crop.columns.count, height: size.crop.rows.count, across: isTurned ? height : size.columns,
            down: isTurned ? size.columns : height, hasAlpha: info.hasAlpha)
    }

    private static func samples(
        _ info: PictureInfo, _ options: ArtOptions, _ size: GridSize, _ sampling: Sampling
    ) -> GridSampler {
        let density = sampling.density ?? .fine
        let (width, height) = (size.columns * density.across, size.rows * density.down)
        let isTurned = info.orientation.swapsAxes
        return GridSampler(
            width: size.crop.columns.count, height: size.crop.rows.count, across: isTurned ? height : width,
            down: isTurned ? width : height, hasAlpha: info.hasAlpha, background: options.background,
            channels: sampling == .colors ? .colors : .luminance, density: density)
    }
}
