public import Domain

/// Turns a picture's rows into text art as they arrive, without holding the picture.
///
/// Give it each stored row from the top, then ask for the art; it also works when only some rows arrived, and shows
/// the background for the rest.
public struct ArtSampler: Sendable {
    private let info: PictureInfo
    private let options: ArtOptions
    private let color: ArtColor
    private let size: GridSize
    private var sampler: AreaSampler
    private var taken = 0

    /// `color` is that of this output, which may have fewer than `options.color`.
    public init(info: PictureInfo, options: ArtOptions, color: ArtColor) {
        self.info = info
        self.options = options
        self.color = color
        size = GridSize(info: info, options: options)
        let height = size.rows * (ArtSampler.isHalf(options) ? 2 : 1)
        let isTurned = info.orientation.swapsAxes
        sampler = AreaSampler(
            width: size.crop.columns.count, height: size.crop.rows.count, across: isTurned ? height : size.columns,
            down: isTurned ? size.columns : height, hasAlpha: info.hasAlpha)
    }

    /// The next row as stored, from the top; rows beyond the picture's height are ignored.
    /// - Precondition: the row has `info.width` pixels.
    public mutating func take(row: Span<RGBA>) {
        if size.crop.rows.contains(taken) { sampler.take(row: row.extracting(size.crop.columns)) }
        taken += 1
    }

    /// The art of what arrived so far.
    public func grid() -> ArtGrid {
        let isHalf = ArtSampler.isHalf(options)
        let plane = SamplePlane(
            sampler, width: size.columns, height: size.rows * (isHalf ? 2 : 1), orientation: info.orientation,
            options: options)
        guard !isHalf else {
            return grid(HalfMatcher(color: color, isInverted: options.invert).cells(plane), [])
        }
        let palette = Palette(options)
        return grid(CharacterMatcher(palette: palette, options: options, color: color).cells(plane), palette.warnings)
    }

    private func grid(_ cells: [ArtCell], _ warnings: [ArtWarning]) -> ArtGrid {
        ArtGrid(
            columns: size.columns, rows: size.rows, cells: cells, cellAspect: options.cellAspect,
            isInverted: options.invert, warnings: warnings)
    }

    /// The user's own characters take the charset's place.
    private static func isHalf(_ options: ArtOptions) -> Bool {
        options.charset == .half && (options.characters ?? "").isEmpty
    }
}
