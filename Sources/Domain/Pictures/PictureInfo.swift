/// What a decoder knows before the first row.
package struct PictureInfo: Equatable, Sendable {
    package let format: PictureFormat
    /// As stored, in pixels, before the orientation is applied.
    package let width: Int
    /// As stored, in pixels.
    package let height: Int
    /// The pixels of a row that the decoder hands over: fewer than `width` where it reduced the picture.
    package let rowWidth: Int
    /// The rows that it hands over.
    package let rowCount: Int
    package let orientation: Orientation
    /// Whether any pixel may be less than opaque.
    package let hasAlpha: Bool
    /// A profile of colours was there, but could not be used: the picture is shown as sRGB.
    package let hasBrokenProfile: Bool
    /// The most bytes that the decoder holds at a time, its library's included.
    package let memory: Int64

    package init(
        format: PictureFormat, width: Int, height: Int, orientation: Orientation, hasAlpha: Bool,
        hasBrokenProfile: Bool = false, reduced: PictureSize? = nil, memory: Int64 = 0
    ) {
        self.format = format
        self.width = width
        self.height = height
        rowWidth = reduced?.width ?? width
        rowCount = reduced?.height ?? height
        self.orientation = orientation
        self.hasAlpha = hasAlpha
        self.hasBrokenProfile = hasBrokenProfile
        self.memory = memory
    }

    /// As shown, in pixels.
    package var shownWidth: Int { orientation.swapsAxes ? height : width }
    /// As shown, in pixels.
    package var shownHeight: Int { orientation.swapsAxes ? width : height }
    package var shown: PictureSize { PictureSize(width: shownWidth, height: shownHeight) }
}
