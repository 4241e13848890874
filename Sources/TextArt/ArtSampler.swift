package import Domain

/// Turns a picture's rows into text art as they arrive, without holding the picture.
///
/// Pass each stored row from the top to `take(row:)`, then call `grid()`. If only some rows arrived, the rest of the
/// art shows the background. Memory grows with the cells of the art, not with the pixels of the picture.
package struct ArtSampler: Sendable {
    /// Pixels across that are enough for a cell that is a plain mean.
    private static let meanPixels = 4

    private let info: PictureInfo
    private var options: ArtOptions
    private var colors: OutputColors
    private let size: GridSize
    private var art: SampleRenderer
    /// For half blocks in full colour; all other art has `samples`.
    private var areas: AreaSampler?
    private var samples: GridSampler?
    /// The picture in fine samples, kept when a score is requested and the main sampler is coarser.
    private var reference: GridSampler?
    private var taken = 0

    /// Creates a sampler whose samples suit art in `colors` and every other output with the same `SampleKind`.
    ///
    /// `face` defaults to the built-in font of the options; a font file must be loaded by the caller. `tables` built
    /// for other options are ignored. `parallelRunner` can render one of two candidate arts in parallel.
    package init(
        info: PictureInfo, options: ArtOptions, colors: OutputColors, face: Face? = nil, tables: ArtTables? = nil,
        parallelRunner: (any ParallelRunner)? = nil
    ) {
        self.info = info
        self.options = options
        self.colors = colors
        size = GridSize(info: info, options: options)
        art = SampleRenderer(
            options: options, face: face ?? Face(options.font), size: size, tables: tables,
            parallelRunner: parallelRunner)
        let sampling = SampleKind(options, colors)
        if let density = sampling.density {
            samples = ArtSampler.samples(info, options, size, density, sampling.channels)
        } else {
            let (across, down) = ArtSampler.stored(size.columns, size.rows * 2, info)
            areas = AreaSampler(
                width: size.crop.columns.count, height: size.crop.rows.count, across: across, down: down,
                hasAlpha: info.hasAlpha)
        }
        if options.score != .none, sampling != .colors {
            reference = ArtSampler.samples(info, options, size, .fine, .colors)
        }
    }

    /// What the samples of a picture depend on. Art with equal keys can be made of the same samples.
    package struct Key: Hashable, Sendable {
        private let columns: Int
        private let rows: Int?
        private let fit: ArtFit
        private let cellAspect: Double
        private let background: RGB
        private let kind: SampleKind
        private let isScored: Bool

        package init(_ options: ArtOptions, _ colors: OutputColors) {
            columns = options.columns
            rows = options.rows
            fit = options.fit
            cellAspect = options.cellAspect
            background = options.background
            kind = SampleKind(options, colors)
            isScored = options.score != .none
        }
    }

    /// The same samples for art with other options.
    /// - Precondition: both have the same key.
    package func adapted(
        to options: ArtOptions, _ colors: OutputColors, face: Face, tables: ArtTables?,
        parallelRunner: (any ParallelRunner)?
    ) -> ArtSampler {
        precondition(Key(options, colors) == Key(self.options, self.colors), "the art needs other samples")
        var adapted = self
        adapted.options = options
        adapted.colors = colors
        adapted.art = SampleRenderer(
            options: options, face: face, size: size, tables: tables, parallelRunner: parallelRunner)
        return adapted
    }

    /// The smallest stored size that gives visually the same art, for a decoder that can downscale: 7/5 of the samples
    /// along each side, or a few pixels per cell when each cell is a plain mean. A decoder averages sRGB codes instead
    /// of linear light; at these sizes the cell means of photos differ from the exact ones by a fifth of a code.
    package static func sufficientSize(info: PictureInfo, options: ArtOptions, colors: OutputColors) -> PictureSize {
        let size = GridSize(info: info, options: options)
        let density = SampleKind(options, colors).density
        let across = size.columns * (density?.across ?? meanPixels) * 7 / 5
        let down = size.rows * (density?.down ?? meanPixels * 2) * 7 / 5
        let (width, height) = stored(across, down, info)
        // The crop alone must have this many pixels.
        return PictureSize(
            width: width * max(1, info.width) / size.crop.columns.count,
            height: height * max(1, info.height) / size.crop.rows.count)
    }

    /// Adds the next row from the top. Rows beyond the picture's height are ignored.
    /// - Precondition: the row has `info.rowWidth` pixels.
    package mutating func take(row: Span<RGBA>) {
        defer { taken += 1 }
        guard size.crop.rows.contains(taken) else { return }
        let row = row.extracting(size.crop.columns)
        reference?.take(row: row)
        areas?.take(row: row)
        samples?.take(row: row)
    }

    /// The art of the rows that have arrived so far.
    package func grid() -> ArtGrid { grid(colors) }

    /// The same art in the colours and the charset of another output; `nil` is the sampler's own charset.
    /// - Precondition: they need the same samples as the sampler's own.
    package func grid(_ colors: OutputColors, charset: Charset? = nil) -> ArtGrid { art(colors, charset: charset).grid }

    /// Art with what was chosen for it.
    package typealias Chosen = (grid: ArtGrid, choice: ArtChoice)

    /// The same with what was chosen where the options leave the choice.
    /// - Precondition: as for `grid`.
    package func art(_ colors: OutputColors, charset: Charset? = nil) -> Chosen {
        var art = art
        art.options.charset = charset ?? options.charset
        let options = art.options
        precondition(
            SampleKind(options, colors) == SampleKind(self.options, self.colors), "the output needs other samples")
        if let areas {
            let (columns, rows) = (size.columns, size.rows)
            let cells = areas.halfBlocks(columns: columns, rows: rows, orientation: info.orientation, options: options)
            return (art.grid(cells), choice(options.charset.rawValue, nil))
        }
        guard let samples = samples?.grid(info.orientation) else { preconditionFailure("art has areas or samples") }
        let (grid, look) = art.art(art.detailed(art.adjusted(samples, colors), colors), colors)
        return (grid, choice(options.usesCharset ? options.charset.rawValue : nil, look))
    }

    private func choice(_ charset: String?, _ look: LookChoice?) -> ArtChoice {
        ArtChoice(columns: size.columns, rows: size.rows, charset: charset, look: look)
    }

    /// Measures how close `grid` comes to the picture before its tones were adjusted. `nil` unless the options request
    /// a score, and for art of more than 32,768 cells.
    package func score(of grid: ArtGrid) -> ArtScore? {
        guard options.score != .none, grid.cells.count == size.columns * size.rows else { return nil }
        return (reference ?? samples).flatMap { ArtScore(grid, $0.grid(info.orientation)) }
    }

    static func samples(
        _ info: PictureInfo, _ options: ArtOptions, _ size: GridSize, _ density: SampleDensity,
        _ channels: GridSampler.Channels
    ) -> GridSampler {
        let (across, down) = stored(size.columns * density.across, size.rows * density.down, info)
        return GridSampler(
            width: size.crop.columns.count, height: size.crop.rows.count, across: across, down: down,
            hasAlpha: info.hasAlpha, background: options.background, channels: channels, density: density)
    }

    /// Displayed counts across and down, as those of the stored picture.
    private static func stored(_ across: Int, _ down: Int, _ info: PictureInfo) -> (across: Int, down: Int) {
        info.orientation.swapsAxes ? (down, across) : (across, down)
    }
}

/// Turns a picture's samples into art: of a charset, of the user's characters or of a text, in full colour, in few
/// colours or without.
struct SampleRenderer {
    var options: ArtOptions
    let face: Face
    var size: GridSize
    /// Tables made earlier for the same options, if any.
    var tables: ArtTables?
    /// Renders one of two candidate looks in parallel, if present.
    var parallelRunner: (any ParallelRunner)?

    /// The samples with the user's adjustments, and without colours that the art won't have.
    func adjusted(_ samples: SampleGrid, _ colors: OutputColors) -> SampleGrid {
        var samples = colors == .none ? samples.withoutColors() : samples
        samples.apply(ToneAdjustment(options))
        return samples
    }

    /// The samples with contours brought out, where that is done in colour.
    func detailed(_ samples: SampleGrid, _ colors: OutputColors) -> SampleGrid {
        guard colors == .full, size.hasDetail else { return samples }
        var samples = samples
        samples.amplifyContours(options)
        return samples
    }

    /// `samples` are already adjusted, and grey if `colors` is `.none`.
    func art(_ samples: SampleGrid, _ colors: OutputColors) -> (grid: ArtGrid, look: LookChoice?) {
        guard options.mode == .set || options.usesCharset else { return (text(samples, colors), nil) }
        return letters(samples, colors)
    }

    /// Clears cells in which the picture is fully transparent, if the background is the medium's own, so that they keep
    /// its default colours. A wide character is cleared only if both of its halves are.
    func unpainted(_ cells: [ArtCell], _ samples: SampleGrid) -> [ArtCell] {
        let paper = options.invert ? RGB.white : RGB.black
        guard samples.seen != nil, options.background == paper else { return cells }
        var cells = cells
        for index in cells.indices {
            let covered = index..<index + cells[index].cells
            let isHidden = covered.allSatisfy {
                samples.isHidden(column: $0 % size.columns, row: $0 / size.columns)
            }
            if isHidden { for index in covered { cells[index] = ArtCell(" ") } }
        }
        return cells
    }

    private func letters(_ samples: SampleGrid, _ colors: OutputColors) -> (grid: ArtGrid, look: LookChoice?) {
        let tables = tables.flatMap { ArtTables.Key(options, colors, face) == $0.key ? $0 : nil }
        let letters = tables?.letters ?? SymbolSet(options, face)
        let symbols = letters.symbols
        if options.paint == .ink, colors != .none { return (inked(samples, colors, letters, tables?.tones), nil) }
        let isWide = symbols.contains { $0.cells == 2 }
        switch colors {
        case .none:
            let (cells, look) = plain(samples, symbols, tables?.tones)
            return (grid(unpainted(cells, samples), letters.warnings), look)
        case .few(let inks, let papers) where !isWide:
            let art = PaletteArt(options: options, symbols: symbols, inks: inks, papers: papers)
            return (grid(unpainted(art.cells(samples), samples), letters.warnings), nil)
        case .few, .full:
            let cells = (tables?.shapes ?? ColorMatcher(symbols)).cells(samples)
            return (limited(grid(unpainted(cells, samples), letters.warnings), colors), nil)
        }
    }

    /// Art without colours; dithered dots have no look.
    func plain(
        _ samples: SampleGrid, _ symbols: [Symbol], _ tables: ToneTables?
    ) -> (cells: [ArtCell], look: LookChoice?) {
        guard DotDither.isMeant(options) else {
            let art = ToneArt(
                options: options, symbols: symbols,
                tables: tables ?? ToneTables(symbols, options: options), parallelRunner: parallelRunner)
            return art.drawn(samples)
        }
        let (ink, paper) = options.invert ? (RGB.black, RGB.white) : (.white, .black)
        let art = PaletteArt(options: options, symbols: symbols, inks: [ink], papers: [paper])
        return (art.cells(samples.withLevels(options.levels)).map(\.withoutColors), nil)
    }

    /// Limits art that was made in full colour to the available ones.
    func limited(_ art: ArtGrid, _ colors: OutputColors) -> ArtGrid {
        guard case .few(let inks, let papers) = colors else { return art }
        return art.limited(inks: Palette(inks), papers: Palette(papers))
    }

    private func text(_ samples: SampleGrid, _ colors: OutputColors) -> ArtGrid {
        let isColored = colors != .none
        let text = UserText(options.characters ?? "")
        var warnings: [ArtWarning] = text.unusable.isEmpty ? [] : [.unusable(text.unusable)]
        guard text.clusters.contains(where: { !$0.isBlank }) else {
            var plain = options
            plain.characters = nil
            let symbols = SymbolSet(plain, face).symbols
            let tables = { ToneTables(symbols, options: plain) }
            let cells =
                isColored
                ? ShapeMatcher(symbols).cells(samples)
                : ToneArt(options: plain, symbols: symbols, tables: tables()).drawn(samples).cells
            let painted = isColored && options.paint == .ink ? inked(cells, samples) : cells
            return grid(painted, warnings + [.nothingUsable])
        }
        if options.mode == .reading {
            if isColored {
                let words = ReadingArt(text: text.clusters, face: face).cells(samples)
                let cells = unpainted(options.paint == .ink ? inked(words, samples) : words, samples)
                return limited(grid(cells, warnings, isText: true), colors)
            }
            warnings.append(.readingNeedsColors)
        }
        let mask = TextMask(text: text.clusters, options: options)
        return limited(grid(mask.cells(samples, isColored: isColored), warnings, isText: true), colors)
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
