public import Domain

/// Rows of pixels in, cells out. It holds one line of sums and a plane of samples, never the picture.
public struct ArtSampler {
    private let info: PictureInfo
    private let options: ArtOptions
    private let color: ArtColor
    private let size: GridSize
    private var sampler: AreaSampler

    /// `info` is what the decoder says of the stored picture; its orientation is applied here. `color` is the output's.
    public init(info: PictureInfo, options: ArtOptions, color: ArtColor) {
        self.info = info
        self.options = options
        self.color = color
        size = GridSize(info: info, options: options)
        let down = size.rows * Self.samples(options)
        let turned = info.orientation.swapsAxes
        sampler = AreaSampler(
            width: info.width, height: info.height, across: turned ? down : size.columns,
            down: turned ? size.columns : down, hasAlpha: info.hasAlpha)
    }

    /// The next stored row from the top.
    public mutating func take(row: Span<RGBA>) {
        sampler.take(row: row)
    }

    /// The art of what has arrived; what did not is background.
    public func finish() -> ArtGrid {
        let plane = SamplePlane(
            sampler, width: size.columns, height: size.rows * Self.samples(options), orientation: info.orientation,
            options: options)
        if Self.samples(options) == 2 {
            let blocks = HalfBlocks(options: options, color: color)
            return grid((0..<size.rows).flatMap { blocks.cells(of: $0, in: plane) }, [])
        }
        let matcher = GlyphMatcher(options: options, color: color)
        return grid((0..<size.rows).flatMap { matcher.cells(of: $0, in: plane) }, matcher.palette.warnings)
    }

    private func grid(_ cells: [ArtCell], _ warnings: [ArtWarning]) -> ArtGrid {
        ArtGrid(
            columns: size.columns, rows: size.rows, cells: cells, cellAspect: options.cellAspect,
            isInverted: options.invert, warnings: warnings)
    }

    /// Samples down a cell. The user's own characters take the place of any charset.
    private static func samples(_ options: ArtOptions) -> Int {
        options.characters == nil && options.charset == .half ? 2 : 1
    }
}
