/// A line of pixels divided into equal boxes without rounding: lengths are counted in units of one pixel over the
/// number of boxes, so that box edges fall on whole units.
struct Boxes {
    /// The pixels covered by a box: one cut by its left edge, whole ones, and one cut by its right edge.
    struct Box {
        let whole: Range<Int>
        let leading: UInt64
        let trailing: UInt64
    }

    /// The number of pixels along the line, which is also the length of a box in units.
    let length: Int
    /// The number of boxes along the line, which is also the length of a pixel in units.
    let count: Int

    /// - Precondition: both are positive.
    init(length: Int, count: Int) {
        precondition(length > 0 && count > 0, "length and count are positive")
        self.length = length
        self.count = count
    }

    /// The units of one whole pixel.
    var pixel: UInt64 { UInt64(count) }

    /// A box inside a single pixel (small pictures, many columns) has its whole length in `leading`, the pixel before
    /// `whole`.
    func box(_ index: Int) -> Box {
        let start = index * length
        let end = start + length
        let first = (start + count - 1) / count
        let last = end / count
        guard first <= last else {
            return Box(whole: first..<first, leading: UInt64(length), trailing: 0)
        }
        return Box(whole: first..<last, leading: UInt64(first * count - start), trailing: UInt64(end - last * count))
    }

    /// The boxes that a pixel overlaps.
    func boxes(ofPixel pixel: Int) -> ClosedRange<Int> {
        pixel * count / length...((pixel + 1) * count - 1) / length
    }

    /// The overlap of a pixel and a box, in units.
    func units(ofPixel pixel: Int, inBox index: Int) -> UInt64 {
        let start = max(pixel * count, index * length)
        let end = min((pixel + 1) * count, (index + 1) * length)
        return UInt64(max(0, end - start))
    }
}
