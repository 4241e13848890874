public import Domain

/// Turns a picture's rows into text art as they arrive, without holding the picture.
///
/// Give it each stored row from the top, then ask for the art; it also works when only some rows arrived, and shows
/// the background for the rest. Memory grows with the cells of the art, not with the pixels of the picture.
public struct ArtSampler: Sendable {
    /// Cells of one sample are means, for which so many pixels across are enough.
    private static let meanPixels = 5

    private let info: PictureInfo
    private let options: ArtOptions
    private let color: ArtColor
    private let size: GridSize
    private var sampler: Sampler
    private var taken = 0

    private enum Sampler: Sendable {
        /// One sample a cell, or two.
        case areas(AreaSampler)
        /// As many samples as the glyphs have pixels.
        case fine(FineSampler)
        /// While a row is taken: what holds the samples must have no second owner.
        case nothing
    }

    /// `color` is the most that will be asked for: without any, less is kept.
    public init(info: PictureInfo, options: ArtOptions, color: ArtColor) {
        self.info = info
        self.options = options
        self.color = color
        size = GridSize(info: info, options: options)
        if ArtSampler.shapes(options) != nil {
            sampler = .fine(ArtSampler.fine(info, options, size, color))
        } else {
            sampler = .areas(ArtSampler.areas(info, options, size))
        }
    }

    /// The fewest pixels, as stored, that make the same art to the eye, for a decoder that can leave some out: seven for
    /// five samples along each side, or some for each cell that is one mean. A decoder means codes and not light; with so
    /// many pixels the means of cells of photos differ by a fifth of a code from those of all pixels.
    public static func usefulSize(info: PictureInfo, options: ArtOptions) -> PictureSize {
        let size = GridSize(info: info, options: options)
        let isFine = shapes(options) != nil
        let across = size.columns * (isFine ? Glyph.width * 7 / 5 : meanPixels)
        let down = size.rows * (isFine ? Glyph.height * 7 / 5 : meanPixels * 2)
        let isTurned = info.orientation.swapsAxes
        // What a crop leaves must have them.
        return PictureSize(
            width: (isTurned ? down : across) * max(1, info.width) / size.crop.columns.count,
            height: (isTurned ? across : down) * max(1, info.height) / size.crop.rows.count)
    }

    /// The next row as handed over, from the top; rows beyond the picture's height are ignored.
    /// - Precondition: the row has `info.rowWidth` pixels.
    public mutating func take(row: Span<RGBA>) {
        defer { taken += 1 }
        guard size.crop.rows.contains(taken) else { return }
        let row = row.extracting(size.crop.columns)
        switch sampler {
        case .areas(var areas):
            sampler = .nothing
            areas.take(row: row)
            sampler = .areas(areas)
        case .fine(var fine):
            sampler = .nothing
            fine.take(row: row)
            sampler = .fine(fine)
        case .nothing: return
        }
    }

    /// The art of what arrived so far.
    public func grid() -> ArtGrid { grid(color) }

    /// The same art in the colours of another output, which may have fewer.
    public func grid(_ color: ArtColor) -> ArtGrid {
        switch sampler {
        case .areas(let areas): return grid(areas, color)
        case .fine(let fine): return grid(fine, color)
        case .nothing: return grid([], [])
        }
    }

    private func grid(_ areas: AreaSampler, _ color: ArtColor) -> ArtGrid {
        let isHalf = ArtSampler.isHalf(options)
        let plane = SamplePlane(
            areas, width: size.columns, height: size.rows * (isHalf ? 2 : 1), orientation: info.orientation,
            options: options, isGrey: color == .none)
        guard !isHalf else {
            return grid(HalfMatcher(color: color, isInverted: options.invert).cells(plane), [])
        }
        let palette = Palette(options)
        return grid(CharacterMatcher(palette: palette, options: options, color: color).cells(plane), palette.warnings)
    }

    private func grid(_ fine: FineSampler, _ color: ArtColor) -> ArtGrid {
        var samples = fine.grid(info.orientation)
        if color == .none { samples = samples.withoutColors() }
        samples.apply(ToneAdjustment(options))
        let shapes = ArtSampler.shapes(options) ?? [" "]
        let cells =
            color == .none
            ? ToneArt(options: options, shapes: shapes).cells(samples) : ShapeMatcher(shapes).cells(samples)
        return grid(unpainted(cells, samples), [])
    }

    /// Where nothing of the picture shows, the medium is left as it is: when the background is the medium's own.
    private func unpainted(_ cells: [ArtCell], _ samples: SampleGrid) -> [ArtCell] {
        let paper = options.invert ? RGB.white : RGB.black
        guard samples.seen != nil, options.background == paper else { return cells }
        return cells.indices.map { index in
            samples.isHidden(column: index % size.columns, row: index / size.columns) ? ArtCell(" ") : cells[index]
        }
    }

    private func grid(_ cells: [ArtCell], _ warnings: [ArtWarning]) -> ArtGrid {
        ArtGrid(
            columns: size.columns, rows: size.rows, cells: cells, cellAspect: options.cellAspect,
            isInverted: options.invert, warnings: warnings)
    }

    private static func areas(_ info: PictureInfo, _ options: ArtOptions, _ size: GridSize) -> AreaSampler {
        let height = size.rows * (isHalf(options) ? 2 : 1)
        let isTurned = info.orientation.swapsAxes
        return AreaSampler(
            width: size.crop.columns.count, height: size.crop.rows.count, across: isTurned ? height : size.columns,
            down: isTurned ? size.columns : height, hasAlpha: info.hasAlpha)
    }

    private static func fine(
        _ info: PictureInfo, _ options: ArtOptions, _ size: GridSize, _ color: ArtColor
    ) -> FineSampler {
        let (width, height) = (size.columns * Glyph.width, size.rows * Glyph.height)
        let isTurned = info.orientation.swapsAxes
        return FineSampler(
            width: size.crop.columns.count, height: size.crop.rows.count, across: isTurned ? height : width,
            down: isTurned ? width : height, hasAlpha: info.hasAlpha, background: options.background,
            isGrey: color == .none)
    }

    /// The user's own characters take the charset's place.
    private static func isHalf(_ options: ArtOptions) -> Bool {
        options.charset == .half && (options.characters ?? "").isEmpty
    }

    private static func shapes(_ options: ArtOptions) -> [Unicode.Scalar]? {
        (options.characters ?? "").isEmpty ? options.charset.shapes : nil
    }
}
