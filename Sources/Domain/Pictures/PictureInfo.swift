/// What a decoder knows before the first row.
public struct PictureInfo: Equatable, Sendable {
    public let format: PictureFormat
    /// As stored, in pixels, before the orientation is applied.
    public let width: Int
    /// As stored, in pixels.
    public let height: Int
    public let orientation: Orientation
    /// Whether any pixel may be less than opaque.
    public let hasAlpha: Bool

    public init(format: PictureFormat, width: Int, height: Int, orientation: Orientation, hasAlpha: Bool) {
        self.format = format
        self.width = width
        self.height = height
        self.orientation = orientation
        self.hasAlpha = hasAlpha
    }

    /// As shown, in pixels.
    public var shownWidth: Int { orientation.swapsAxes ? height : width }
    /// As shown, in pixels.
    public var shownHeight: Int { orientation.swapsAxes ? width : height }
}
