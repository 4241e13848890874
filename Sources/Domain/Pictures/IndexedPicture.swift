/// A rectangle of a picture whose pixels are numbers of palette colours.
package struct IndexedPicture: Equatable, Sendable {
    /// Where it starts on the canvas, in pixels.
    package let left: Int
    package let top: Int
    /// In pixels, at least 1.
    package let width: Int
    package let height: Int
    /// Row by row, `width * height` of them.
    package let indices: [UInt8]
    /// 1 to 256 colours; `nil` for the palette that the pictures of a clip share.
    package let palette: [RGB]?
    /// The index of pixels that show what was there before, which is one of the palette; `nil` if there are none.
    package let transparent: UInt8?

    /// - Precondition: `indices.count == width * height`.
    package init(
        left: Int = 0, top: Int = 0, width: Int, height: Int, indices: [UInt8], palette: [RGB]? = nil,
        transparent: UInt8? = nil
    ) {
        precondition(indices.count == width * height, "one index per pixel")
        (self.left, self.top, self.width, self.height) = (left, top, width, height)
        (self.indices, self.palette, self.transparent) = (indices, palette, transparent)
    }
}
