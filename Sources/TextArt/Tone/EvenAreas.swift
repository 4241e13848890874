internal import CTextArt

/// The cells of a picture that lie in even areas, such as skies, walls and skin: there, characters must not draw a
/// texture that the picture doesn't have.
struct EvenAreas {
    /// The greatest local deviation in an even area, in codes from 0 to 1.
    private static let deviation: Float = 0.05
    /// The share of a cell's samples that must be even.
    private static let share = 0.5
    /// The window of the deviation: nearly a Gaussian, with a deviation of 0.7 cell widths. A wider one would reach from
    /// contours far into the even areas beside them.
    private static let close = 1

    /// 1 for even cells, row by row.
    let cells: [UInt8]
    /// The local variance of the codes, at half their resolution.
    let variances: Plane

    /// `codes` has the samples of whole rows of `columns` cells.
    init(_ codes: Plane, columns: Int) {
        let plane = codes.halved()
        let means = plane.localMean(across: EvenAreas.close, down: EvenAreas.close)
        var squares = plane
        textart_square(Int64(squares.values.count), &squares.values)
        var variances = squares.localMean(across: EvenAreas.close, down: EvenAreas.close)
        textart_variances(means.values, Int64(means.values.count), &variances.values)
        self.variances = variances
        let values = variances.values
        let (across, down) = (ToneTable.across / 2, ToneTable.down / 2)
        let most = EvenAreas.deviation * EvenAreas.deviation
        let least = Int(EvenAreas.share * Double(across * down))
        let width = plane.width
        cells = (0..<columns * (plane.height / down)).map { index in
            let first = index / columns * down * width + index % columns * across
            var even = 0
            for y in 0..<down {
                for x in 0..<across where values[first + y * width + x] < most { even += 1 }
            }
            return even > least ? 1 : 0
        }
    }
}
