/// How finished art is written down. Ranges stand in the field table.
package struct WritingOptions: Equatable, Sendable, Codable {
    /// A colour is written anew only when it differs by more than this from the one in use: a hundred times the distance
    /// in Oklab, of which an eye tells about one.
    package var tolerance: Double
    /// The most bytes that the file may have. The tolerance is raised until it fits.
    package var bytes: Int?
    /// The most characters of one message on Discord.
    package var split: Int
    /// HTML without a page around it.
    package var fragment: Bool
    /// What stands for a blank in plain text.
    package var blank: BlankCharacter
    /// The exact size of the art as a picture.
    package var pixels: PictureSize?
    package var depth: PixelDepth
    package var rotate: QuarterTurn
    /// Pixels left free on each side of the art as a picture.
    package var margin: Int

    package init(
        tolerance: Double = 0, bytes: Int? = nil, split: Int = 2_000, fragment: Bool = false,
        blank: BlankCharacter = .space, pixels: PictureSize? = nil, depth: PixelDepth = .full,
        rotate: QuarterTurn = .none, margin: Int = 0
    ) {
        self.tolerance = tolerance
        self.bytes = bytes
        self.split = split
        self.fragment = fragment
        self.blank = blank
        self.pixels = pixels
        self.depth = depth
        self.rotate = rotate
        self.margin = margin
    }
}
