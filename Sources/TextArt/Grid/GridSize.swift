internal import Domain

/// How many cells a picture takes, and which part of it they show.
struct GridSize: Equatable {
    /// Taller art is squeezed: a picture one pixel wide must not become a million lines.
    static let mostRows = 2_000

    let columns: Int
    let rows: Int
    /// The part that is shown, in pixels as they are handed over.
    let crop: PixelCrop

    init(info: PictureInfo, options: ArtOptions) {
        let width = max(1, info.shownWidth)
        let height = max(1, info.shownHeight)
        // Rows for each column.
        let shape = Double(height) / Double(width) * options.cellAspect
        let most = max(1, options.columns)
        let whole = PixelCrop(info)
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
            crop = PixelCrop(info, shape: Double(rows) / Double(most) / options.cellAspect)
        }
    }

    private static func count(_ ideal: Double) -> Int {
        ideal >= 1 ? Int(min(ideal.rounded(), Double(mostRows))) : 1
    }
}
