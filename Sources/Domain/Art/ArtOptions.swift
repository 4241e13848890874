/// Options for converting a picture to text art. The field table `FieldTable.art` has their ranges.
package struct ArtOptions: Equatable, Sendable, Codable {
    /// Width in cells, 10–500. If `rows` is set too, `fit` decides.
    package var columns: Int
    /// Height in cells, 1–500. `nil` derives it from the picture's aspect ratio.
    package var rows: Int?
    package var fit: ArtFit
    package var charset: Charset
    /// The user's own characters, which replace the charset.
    package var characters: String?
    /// How the user's own characters are used.
    package var mode: CharacterMode
    /// The font that the art is optimised for.
    package var font: ArtFont
    package var color: ArtColor
    /// The colours to use. `nil` selects VGA's colours where `color` has few.
    package var palette: ArtPalette?
    /// The parts of a cell that have colours, in art that has any.
    package var paint: ArtPaint
    package var dither: Dither
    /// The rendering style of art without colours, or with few.
    package var look: Look
    /// Whether the picture's tonal range is stretched in art without colours.
    package var levels: Levels
    /// How far local contrast and contours are amplified, from 0 to 2. `nil` is what suits the charset and the picture.
    package var detail: Double?
    /// Dark on light, for paper and light terminals.
    package var invert: Bool
    /// 0.0 makes everything mid-grey, 1.0 keeps the picture, 2.0 doubles the distance from mid-grey.
    package var contrast: Double
    /// Added to the picture's sRGB values: -1.0 makes everything black, 1.0 white.
    package var brightness: Double
    /// Midtone adjustment: 1.0 keeps the picture, higher values lighten it, lower ones darken it; black and white don't
    /// change.
    package var gamma: Double
    /// Whether to measure how closely the art matches the picture, and how much of it to show.
    package var score: ScoreDetail
    /// The width of a cell divided by its height.
    package var cellAspect: Double
    /// The colour behind transparent parts of the picture.
    package var background: RGB
    package var animation = AnimationOptions()

    package init(
        columns: Int = 80, rows: Int? = nil, fit: ArtFit = .fit, charset: Charset = .auto, characters: String? = nil,
        mode: CharacterMode = .set, font: ArtFont = .average, color: ArtColor = .full, palette: ArtPalette? = nil,
        paint: ArtPaint = .both, dither: Dither = .auto, look: Look = .auto, levels: Levels = .auto,
        detail: Double? = nil, invert: Bool = false, contrast: Double = 1, brightness: Double = 0, gamma: Double = 1,
        score: ScoreDetail = .none, cellAspect: Double = 0.5, background: RGB = .black
    ) {
        self.columns = columns
        self.rows = rows
        self.fit = fit
        self.charset = charset
        self.characters = characters
        self.mode = mode
        self.font = font
        self.color = color
        self.palette = palette
        self.paint = paint
        self.dither = dither
        self.look = look
        self.levels = levels
        self.detail = detail
        self.invert = invert
        self.contrast = contrast
        self.brightness = brightness
        self.gamma = gamma
        self.score = score
        self.cellAspect = cellAspect
        self.background = background
    }
}

/// Options are stored with each job. Those stored by an earlier version lack newer keys, which get their defaults.
extension ArtOptions {
    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: CodingKeys.self)
        self.init()
        func take<Value: Decodable>(_ key: CodingKeys, _ value: inout Value) throws {
            value = try keys.decodeIfPresent(Value.self, forKey: key) ?? value
        }
        try take(.columns, &columns)
        rows = try keys.decodeIfPresent(Int.self, forKey: .rows)
        try take(.fit, &fit)
        try take(.charset, &charset)
        characters = try keys.decodeIfPresent(String.self, forKey: .characters)
        try take(.mode, &mode)
        try take(.font, &font)
        try take(.color, &color)
        palette = try keys.decodeIfPresent(ArtPalette.self, forKey: .palette)
        try take(.paint, &paint)
        try take(.dither, &dither)
        try take(.look, &look)
        try take(.levels, &levels)
        detail = try keys.decodeIfPresent(Double.self, forKey: .detail)
        try take(.invert, &invert)
        try take(.contrast, &contrast)
        try take(.brightness, &brightness)
        try take(.gamma, &gamma)
        try take(.score, &score)
        try take(.cellAspect, &cellAspect)
        try take(.background, &background)
        try take(.animation, &animation)
    }
}

/// How a picture is fitted into the given columns and rows.
package enum ArtFit: String, Equatable, Sendable, Codable, CaseIterable {
    /// Keeps the whole picture and its aspect ratio; columns and rows are upper bounds.
    case fit
    /// Fills all columns and rows and keeps the aspect ratio; the excess is cropped equally on both sides.
    case fill
    /// Fills all columns and rows; the aspect ratio may change.
    case stretch
}

/// How the user's own characters are used.
package enum CharacterMode: String, Equatable, Sendable, Codable, CaseIterable {
    /// As a charset: order and repetitions don't matter.
    case set
    /// As a text repeated over the whole picture, which its colours show.
    case reading
    /// As a text that continues over the light parts of the picture, with blanks in the dark parts.
    case holes
}

/// The colours of an output. `txt` never has any.
package enum ArtColor: String, Equatable, Sendable, Codable, CaseIterable {
    case none
    /// Black and white.
    case two = "2"
    /// The eight dark colours of a terminal.
    case eight = "8"
    /// The sixteen colours of a terminal.
    case sixteen = "16"
    /// The colours of a terminal's 256 with fixed values: a cube of 216, and 24 greys.
    case palette = "256"
    /// 24-bit colours.
    case full
}

/// The parts of a cell that have colours.
package enum ArtPaint: String, Equatable, Sendable, Codable, CaseIterable {
    /// Characters and paper, each in a colour of its own: closest to the picture.
    case both
    /// Characters alone, on the medium's own paper: they stay letters, chosen as in art without colours.
    case ink
}

/// How art compensates for colours or tones that its medium lacks.
package enum Dither: String, Equatable, Sendable, Codable, CaseIterable {
    /// The method that suits the look.
    case auto
    /// No dithering; every cell is matched on its own.
    case none
    /// A cell's error is compensated by its neighbours.
    case cell
    /// Error diffusion between dots (Floyd and Steinberg 1976), alternating in direction from row to row.
    case floydSteinberg = "floyd-steinberg"
    /// Ordered dithering with a Bayer matrix.
    case bayer
    /// Ordered dithering with blue noise: neither regular nor clumped.
    case blueNoise = "blue-noise"
}

/// The rendering style of art without colours, or with few.
package enum Look: String, Equatable, Sendable, Codable, CaseIterable {
    /// The style with the better score for the picture.
    case auto
    /// Faithful tones, seen from a distance.
    case tone
    /// Clear edges and clean areas, seen from near.
    case sharp
}

/// Whether a picture's tonal range is stretched over the range that the characters can show.
package enum Levels: String, Equatable, Sendable, Codable, CaseIterable {
    /// Measured for each picture; dark ones are brightened.
    case auto
    case none
}
