internal import Domain

/// How many cells a picture takes.
struct GridSize: Equatable {
    /// Taller art is squeezed: a picture one pixel wide must not become a million lines.
    static let mostRows = 2_000

    let columns: Int
    let rows: Int

    init(info: PictureInfo, options: ArtOptions) {
        columns = max(1, options.columns)
        let shape = Double(max(1, info.shownHeight)) / Double(max(1, info.shownWidth))
        let ideal = (shape * Double(columns) * options.cellAspect).rounded()
        rows = ideal >= 1 ? Int(min(ideal, Double(GridSize.mostRows))) : 1
    }
}
