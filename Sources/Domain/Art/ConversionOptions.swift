/// All options of one conversion; a preset sets some of them.
package struct ConversionOptions: Equatable, Sendable {
    package var art = ArtOptions()
    package var writing = WritingOptions()
    /// The output format. `nil` derives it from the destination.
    package var format: OutputKind?

    package init() {}
}

/// Options for writing finished art to a file. The field table `FieldTable.writing` has their ranges.
package struct WritingOptions: Equatable, Sendable, Codable {
    /// Colour changes smaller than this are not written: the previous colour is kept. In Oklab distance times 100,
    /// where about 1 is just visible.
    package var tolerance = 0.0
    /// The largest file, in bytes. The tolerance is raised until the file fits. `nil`: no limit.
    package var bytes: Int?
    /// The longest message on Discord, in characters.
    package var split = 2_000
    /// Whether HTML is written as a fragment instead of a whole page.
    package var fragment = false
    /// The character for blanks in plain text.
    package var blank = BlankCharacter.space
    /// The exact size of image outputs, in pixels.
    package var pixels: PictureSize?
    package var depth: PixelDepth
    package var rotate: QuarterTurn
    /// The margin on each side of image outputs, in pixels.
    package var margin: Int

    package init(
        bytes: Int? = nil, depth: PixelDepth = .full, rotate: QuarterTurn = .none, margin: Int = 0
    ) {
        self.bytes = bytes
        self.depth = depth
        self.rotate = rotate
        self.margin = margin
    }
}

/// The character for blanks in plain text.
package enum BlankCharacter: String, Equatable, Sendable, Codable, CaseIterable {
    case space
    /// U+2800, for sites that collapse spaces.
    case braille
    /// U+00A0, the no-break space.
    case nbsp

    package var scalar: Unicode.Scalar {
        switch self {
        case .space: " "
        case .braille: "\u{2800}"
        case .nbsp: "\u{A0}"
        }
    }
}

/// Bits per pixel of image outputs.
package enum PixelDepth: String, Equatable, Sendable, Codable, CaseIterable {
    /// Black and white, without antialiasing.
    case one = "1"
    /// Four greys.
    case two = "2"
    /// Sixteen greys.
    case four = "4"
    /// 24-bit colours.
    case full

    /// Bits of grey; `nil` for colours.
    package var bits: Int? { Int(rawValue) }
}

/// Clockwise rotation of image outputs, in degrees.
package enum QuarterTurn: String, Equatable, Sendable, Codable, CaseIterable {
    case none = "0"
    case right = "90"
    case half = "180"
    case left = "270"

    package var swapsAxes: Bool { self == .right || self == .left }
}
