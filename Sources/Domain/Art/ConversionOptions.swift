/// All that a person can say about one conversion, and what a preset holds.
package struct ConversionOptions: Equatable, Sendable {
    package var art: ArtOptions
    package var writing: WritingOptions
    /// `nil` leaves it to the place that the art goes to.
    package var format: OutputKind?

    package init(
        art: ArtOptions = ArtOptions(), writing: WritingOptions = WritingOptions(), format: OutputKind? = nil
    ) {
        self.art = art
        self.writing = writing
        self.format = format
    }
}

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

/// What stands for a blank in plain text.
package enum BlankCharacter: String, Equatable, Sendable, Codable, CaseIterable {
    case space
    /// U+2800, for places that squeeze spaces.
    case braille
    /// U+00A0.
    case nbsp

    package var scalar: Unicode.Scalar {
        switch self {
        case .space: " "
        case .braille: "\u{2800}"
        case .nbsp: "\u{A0}"
        }
    }
}

/// How many bits a pixel of the art as a picture has.
package enum PixelDepth: String, Equatable, Sendable, Codable, CaseIterable {
    /// Black and white, without smoothing.
    case one = "1"
    /// Four greys.
    case two = "2"
    /// Sixteen greys.
    case four = "4"
    /// All colours.
    case full

    /// Bits of grey; `nil` for colours.
    package var bits: Int? { Int(rawValue) }
}

/// How far the finished picture is turned, clockwise, in degrees.
package enum QuarterTurn: String, Equatable, Sendable, Codable, CaseIterable {
    case none = "0"
    case right = "90"
    case half = "180"
    case left = "270"

    package var swapsAxes: Bool { self == .right || self == .left }
}
