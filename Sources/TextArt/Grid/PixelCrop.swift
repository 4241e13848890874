internal import Domain

/// A part of a picture, in pixels as they are handed over: as stored, or fewer.
struct PixelCrop: Equatable {
    let columns: Range<Int>
    let rows: Range<Int>

    /// All of it.
    init(_ info: PictureInfo) {
        columns = 0..<max(1, info.rowWidth)
        rows = 0..<max(1, info.rowCount)
    }

    /// The largest part from the middle whose height as shown is `shape` times its width.
    init(_ info: PictureInfo, shape: Double) {
        let stored = info.orientation.swapsAxes ? 1 / shape : shape
        let width = max(1, info.rowWidth)
        let height = max(1, info.rowCount)
        columns = PixelCrop.middle(of: width, Double(height) / stored)
        rows = PixelCrop.middle(of: height, Double(width) * stored)
    }

    private static func middle(of length: Int, _ wanted: Double) -> Range<Int> {
        let count = wanted < Double(length) ? max(1, Int(wanted.rounded())) : length
        let start = (length - count) / 2
        return start..<start + count
    }
}
