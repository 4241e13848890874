package import Domain

/// Turns a picture's rows into text art as they arrive, without holding the picture.
///
/// Pass each stored row from the top to `take(row:)`, then call `grid()`. If only some rows arrived, the rest of the
/// art shows the background. Memory grows with the cells of the art, not with the pixels of the picture.
package struct ArtSampler: Sendable {
    /// Pixels across that are enough for a cell that is a plain mean.
    private static let meanPixels = 4

    private let info: PictureInfo
    private let options: ArtOptions
    private let pens: OutputColors
    private let size: GridSize
    private let art: SampleRenderer
    private var sampler: Sampler
    /// The picture in fine samples, kept when a score is requested and the main sampler is coarser.
    private var reference: GridSampler?
    private var taken = 0

    private enum Sampler: Sendable {
        case areas(AreaSampler)
        case samples(GridSampler)
        /// Set while a row is being added, so that the sample buffers keep a single owner and are not copied.
        case nothing
    }

    /// Creates a sampler whose samples suit art in `pens` and every other output with the same `SampleKind`.
    ///
    /// `face` defaults to the built-in font of the options; a font file must be loaded by the caller. `tables` built
    /// for other options are ignored. `companion` can render one of two candidate arts in parallel.
    package init(
        info: PictureInfo, options: ArtOptions, pens: OutputColors, face: Face? = nil, tables: ArtTables? = nil,
        companion: (any ParallelRunner)? = nil
    ) {
        self.info = info
        self.options = options
        self.pens = pens
        size = GridSize(info: info, options: options)
        art = SampleRenderer(
            options: options, face: face ?? Face(options.font), size: size, tables: tables, companion: companion)
        let sampling = SampleKind(options, pens)
        if sampling == .areas {
            sampler = .areas(ArtSampler.areas(info, options, size))
        } else {
            sampler = .samples(ArtSampler.samples(info, options, size, sampling))
        }
        if options.score, sampling != .colors { reference = ArtSampler.samples(info, options, size, .colors) }
    }

    package init(info: PictureInfo, options: ArtOptions, color: ArtColor) {
        self.init(info: info, options: options, pens: OutputColors(color, palette: options.palette))
    }

    /// The smallest stored size that gives visually the same art, for a decoder that can downscale: 7/5 of the samples
    /// along each side, or a few pixels per cell when each cell is a plain mean. A decoder averages sRGB codes instead
    /// of linear light; at these sizes the cell means of photos differ from the exact ones by a fifth of a code.
    package static func sufficientSize(info: PictureInfo, options: ArtOptions, pens: OutputColors) -> PictureSize {
        let size = GridSize(info: info, options: options)
        let density = SampleKind(options, pens).density
        let across = size.columns * (density?.across ?? meanPixels) * 7 / 5
        let down = size.rows * (density?.down ?? meanPixels * 2) * 7 / 5
        let isTurned = info.orientation.swapsAxes
        // The crop alone must have this many pixels.
        return PictureSize(
            width: (isTurned ? down : across) * max(1, info.width) / size.crop.columns.count,
            height: (isTurned ? across : down) * max(1, info.height) / size.crop.rows.count)
    }

    /// Adds the next row from the top. Rows beyond the picture's height are ignored.
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

    /// The art of the rows that have arrived so far.
    package func grid() -> ArtGrid { grid(pens) }

    /// The same art in the colours of another output.
    /// - Precondition: `pens` needs the same samples as the sampler's own.
    package func grid(_ pens: OutputColors) -> ArtGrid {
        precondition(SampleKind(options, pens) == SampleKind(options, self.pens), "the output needs other samples")
        switch sampler {
        case .areas(let areas): return grid(areas)
        case .samples(let samples): return grid(samples, pens)
        case .nothing: return art.grid([])
        }
    }

    /// Measures how close `grid` comes to the picture before its tones were adjusted. `nil` unless the options request
    /// a score, and for art of more than 32,768 cells.
    package func score(of grid: ArtGrid) -> ArtScore? {
        guard options.score, grid.cells.count == size.columns * size.rows else { return nil }
        if let reference { return ArtScore(grid, reference.grid(info.orientation)) }
        guard case .samples(let samples) = sampler else { return nil }
        return ArtScore(grid, samples.grid(info.orientation))
    }

    private func grid(_ areas: AreaSampler) -> ArtGrid {
        let plane = SamplePlane(
            areas, width: size.columns, height: size.rows * 2, orientation: info.orientation, options: options)
        return art.grid(HalfBlockMatcher().cells(plane))
    }

    private func grid(_ sampler: GridSampler, _ pens: OutputColors) -> ArtGrid {
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
        _ info: PictureInfo, _ options: ArtOptions, _ size: GridSize, _ sampling: SampleKind
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

/// Turns a picture's samples into art: of a charset, of the user's characters or of a text, in full colour, in few
/// colours or without.
struct SampleRenderer {
    let options: ArtOptions
    let face: Face
    let size: GridSize
    /// Tables made earlier for the same options, if any.
    var tables: ArtTables?
    /// Renders one of two candidate looks in parallel, if present.
    var companion: (any ParallelRunner)?

    /// `samples` are already adjusted, and grey if `pens` is `.none`.
    func grid(_ samples: SampleGrid, _ pens: OutputColors) -> ArtGrid {
        guard options.mode == .set || (options.characters ?? "").isEmpty else { return text(samples, pens) }
        return letters(samples, pens)
    }

    /// Clears cells in which the picture is fully transparent, if the background is the medium's own, so that they keep
    /// its default colours. A wide character is cleared only if both of its halves are.
    private func unpainted(_ cells: [ArtCell], _ samples: SampleGrid) -> [ArtCell] {
        let paper = options.invert ? RGB.white : RGB.black
        guard samples.seen != nil, options.background == paper else { return cells }
        var cells = cells
        for index in cells.indices {
            let covered = index..<index + cells[index].cells
            let isHidden = covered.allSatisfy {
                samples.isHidden(column: $0 % size.columns, row: $0 / size.columns)
            }
            if isHidden { for place in covered { cells[place] = ArtCell(" ") } }
        }
        return cells
    }

    private func letters(_ samples: SampleGrid, _ pens: OutputColors) -> ArtGrid {
        let isKnown = tables != nil && ArtTables.Key(options, pens, face) == tables?.key
        let tables = isKnown ? self.tables : nil
        let letters = tables?.letters ?? SymbolSet(options, face)
        let symbols = letters.symbols
        let isWide = symbols.contains { $0.cells == 2 }
        switch pens {
        case .none: return grid(unpainted(plainCells(samples, symbols, tables?.tones), samples), letters.warnings)
        case .few(let inks, let papers) where !isWide:
            let art = PaletteArt(options: options, symbols: symbols, inks: inks, papers: papers)
            return grid(unpainted(art.cells(samples), samples), letters.warnings)
        case .few, .full:
            let cells = isWide ? WideShapeMatcher(symbols).cells(samples) : ShapeMatcher(symbols).cells(samples)
            return limited(grid(unpainted(cells, samples), letters.warnings), pens)
        }
    }

    private func plainCells(_ samples: SampleGrid, _ symbols: [Symbol], _ tables: ToneTables?) -> [ArtCell] {
        guard DotDither.isMeant(options) else {
            let art = ToneArt(
                options: options, symbols: symbols, edges: edges(samples), tables: tables, companion: companion)
            return art.cells(samples)
        }
        let (ink, paper) = options.invert ? (RGB.black, RGB.white) : (.white, .black)
        let art = PaletteArt(options: options, symbols: symbols, inks: [ink], papers: [paper])
        return art.cells(samples.withLevels(options.levels)).map(\.withoutColors)
    }

    /// The characters already chosen for edges, one per cell.
    private func edges(_ samples: SampleGrid) -> [Unicode.Scalar?]? {
        guard options.edges, let strokes = EdgeStrokes(options) else { return nil }
        return EdgeField(samples).scalars(strokes)
    }

    /// Limits art that was made in full colour to the available ones.
    private func limited(_ art: ArtGrid, _ pens: OutputColors) -> ArtGrid {
        guard case .few(let inks, let papers) = pens else { return art }
        return art.limited(inks: Palette(inks), papers: Palette(papers))
    }

    private func text(_ samples: SampleGrid, _ pens: OutputColors) -> ArtGrid {
        let color: ArtColor = pens == .none ? .none : .full
        let text = UserText(options.characters ?? "")
        var warnings: [ArtWarning] = text.unusable.isEmpty ? [] : [.unusable(text.unusable)]
        guard text.clusters.contains(where: { !$0.isBlank }) else {
            var plain = options
            plain.characters = nil
            let letters = SymbolSet(plain, face)
            let cells =
                color == .none
                ? ToneArt(options: plain, symbols: letters.symbols, edges: nil).cells(samples)
                : ShapeMatcher(letters.symbols).cells(samples)
            return grid(cells, warnings + [.nothingUsable])
        }
        if options.mode == .reading {
            if color != .none {
                let cells = unpainted(ReadingArt(text: text.clusters, face: face).cells(samples), samples)
                return limited(grid(cells, warnings, isText: true), pens)
            }
            warnings.append(.readingNeedsColors)
        }
        let holes = TextMask(text: text.clusters, options: options)
        return limited(grid(holes.cells(samples, isColored: color != .none), warnings, isText: true), pens)
    }

    /// A grid of finished cells.
    func grid(_ cells: [ArtCell], _ warnings: [ArtWarning] = [], isText: Bool = false) -> ArtGrid {
        ArtGrid(
            columns: size.columns, rows: size.rows, cells: cells, cellAspect: options.cellAspect,
            isInverted: options.invert, warnings: warnings, face: face, isText: isText)
    }
}

/// Runs a second piece of work while the caller does the first.
package protocol ParallelRunner: Sendable {
    /// Runs both, in parallel or one after the other, and returns when both are done.
    func both<One: Sendable, Other: Sendable>(
        _ one: () -> One, _ other: @escaping @Sendable () -> Other
    ) -> (One, Other)
}
