/// What a decoder knows before the first row.
public struct PictureInfo: Equatable, Sendable {
    public let format: PictureFormat
    /// As stored, in pixels, before the orientation is applied.
    public let width: Int
    /// As stored, in pixels.
    public let height: Int
    /// The pixels of a row that the decoder hands over: fewer than `width` where it reduced the picture.
    public let rowWidth: Int
    /// The rows that it hands over.
    public let rowCount: Int
    public let orientation: Orientation
    /// Whether any pixel may be less than opaque.
    public let hasAlpha: Bool
    /// A profile of colours was there, but could not be used: the picture is shown as sRGB.
    public let hasBrokenProfile: Bool
    /// The most bytes that the decoder holds at a time, its library's included.
    public let memory: Int64

    public init(
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
    public var shownWidth: Int { orientation.swapsAxes ? height : width }
    /// As shown, in pixels.
    public var shownHeight: Int { orientation.swapsAxes ? width : height }
    public var shown: PictureSize { PictureSize(width: shownWidth, height: shownHeight) }
}
