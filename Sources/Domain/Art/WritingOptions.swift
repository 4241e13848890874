/// How finished art is written down. Ranges stand in the field table.
public struct WritingOptions: Equatable, Sendable, Codable {
    /// A colour is written anew only when it differs by more than this from the one in use: a hundred times the distance
    /// in Oklab, of which an eye tells about one.
    public var tolerance: Double
    /// The most bytes that the file may have. The tolerance is raised until it fits.
    public var bytes: Int?
    /// The most characters of one message on Discord.
    public var split: Int
    /// HTML without a page around it.
    public var fragment: Bool
    /// What stands for a blank in plain text.
    public var blank: BlankCharacter
    /// The exact size of the art as a picture.
    public var pixels: PictureSize?
    public var depth: PixelDepth
    public var rotate: QuarterTurn
    /// Pixels left free on each side of the art as a picture.
    public var margin: Int

    public init(
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
