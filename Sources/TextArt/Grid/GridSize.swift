internal import Domain

/// The number of cells for a picture, and the part of the picture that they show.
struct GridSize: Equatable {
    /// Taller art is squeezed, so that a picture one pixel wide doesn't become a million lines.
    static let maxRows = 2_000

    let columns: Int
    let rows: Int
    /// The visible part, in decoded pixels.
    let crop: PictureCrop

    init(info: PictureInfo, options: ArtOptions) {
        let width = max(1, info.shownWidth)
        let height = max(1, info.shownHeight)
        // Rows per column.
        let shape = Double(height) / Double(width) * options.cellAspect
        let most = max(1, options.columns)
        let whole = PictureCrop(info)
        guard let rows = options.rows.map({ max(1, $0) }) else {
            (columns, self.rows, crop) = (most, GridSize.count(shape * Double(most)), whole)
            return
        }
        switch options.fit {
        case .stretch: (columns, self.rows, crop) = (most, rows, whole)
        case .fit:
            let isTall = shape * Double(most) > Double(rows) + 0.5
            columns = isTall ? min(most, GridSize.count(Double(rows) / shape)) : most
            self.rows = isTall ? rows : min(rows, GridSize.count(shape * Double(most)))
            crop = whole
        case .fill:
            (columns, self.rows) = (most, rows)
            crop = PictureCrop(info, shape: Double(rows) / Double(most) / options.cellAspect)
        }
    }

    /// Whether contours can be brought out: a picture enlarged more than twice has nothing between its pixels.
    var hasDetail: Bool { 4 * crop.columns.count * crop.rows.count > columns * rows * ToneTable.samples }

    private static func count(_ ideal: Double) -> Int {
        ideal >= 1 ? Int(min(ideal.rounded(), Double(maxRows))) : 1
    }
}

/// A part of a picture, in decoded pixels: as stored, or fewer if the decoder downscales.
struct PictureCrop: Equatable {
    let columns: Range<Int>
    let rows: Range<Int>

    /// The whole picture.
    init(_ info: PictureInfo) {
        columns = 0..<max(1, info.rowWidth)
        rows = 0..<max(1, info.rowCount)
    }

    /// The largest centred part whose displayed height is `shape` times its width.
    init(_ info: PictureInfo, shape: Double) {
        let stored = info.orientation.swapsAxes ? 1 / shape : shape
        let width = max(1, info.rowWidth)
        let height = max(1, info.rowCount)
        columns = PictureCrop.middle(of: width, Double(height) / stored)
        rows = PictureCrop.middle(of: height, Double(width) * stored)
    }

    private static func middle(of length: Int, _ wanted: Double) -> Range<Int> {
        let count = wanted < Double(length) ? max(1, Int(wanted.rounded())) : length
        let start = (length - count) / 2
        return start..<start + count
    }
}
