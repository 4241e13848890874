package import Domain

/// Reduces a picture to a small one as its rows arrive: upright, with its transparency, by area means in linear light.
package struct ThumbnailSampler: Sendable {
    /// The size as shown. A smaller picture keeps its size.
    package let size: PictureSize
    private let orientation: Orientation
    private var sampler: AreaSampler

    /// `side`: the longest side in pixels.
    package init(info: PictureInfo, side: Int) {
        size = Self.size(of: info, side: side)
        orientation = info.orientation
        let stored = Self.stored(size, orientation)
        sampler = AreaSampler(
            width: info.rowWidth, height: info.rowCount, across: stored.width, down: stored.height,
            hasAlpha: info.hasAlpha)
    }

    /// The smallest stored size from which a thumbnail can be made without losing detail.
    package static func sufficientSize(info: PictureInfo, side: Int) -> PictureSize {
        stored(size(of: info, side: side), info.orientation)
    }

    /// An upper bound, in bytes, on the memory of a sampler and of the pixels.
    package static func memory(side: Int) -> Int64 {
        let pixels = Int64(side) * Int64(side)
        return pixels * Int64(MemoryLayout<LightSum>.stride + 2 * MemoryLayout<RGBA>.stride)
    }

    /// Adds the next stored row from the top.
    /// - Precondition: the row has `info.rowWidth` pixels.
    package mutating func take(row: Span<RGBA>) { sampler.take(row: row) }

    /// The pixel shown at `x`, `y`.
    package func pixel(_ x: Int, _ y: Int) -> RGBA {
        let place = orientation.stored(x: x, y: y, width: size.width, height: size.height)
        return sampler.pixel(across: place.across, down: place.down)
    }

    private static func size(of info: PictureInfo, side: Int) -> PictureSize {
        let longest = max(info.shownWidth, info.shownHeight)
        guard longest > side else { return info.shown }
        func scaled(_ length: Int) -> Int { max(1, (length * side + longest / 2) / longest) }
        return PictureSize(width: scaled(info.shownWidth), height: scaled(info.shownHeight))
    }

    private static func stored(_ size: PictureSize, _ orientation: Orientation) -> PictureSize {
        orientation.swapsAxes ? PictureSize(width: size.height, height: size.width) : size
    }
}
