/// How a picture becomes text art. Ranges stand in the field table.
package struct ArtOptions: Equatable, Sendable, Codable {
    /// Cells across, 10–500; where `rows` are given too, see `fit`.
    package var columns: Int
    /// Cells down, 1–500. `nil` leaves them to the picture's shape.
    package var rows: Int?
    package var fit: ArtFit
    package var charset: Charset
    /// The user's own characters; when given, they take the charset's place.
    package var characters: String?
    /// What is made of these characters.
    package var mode: CharacterMode
    /// The font that the art is made for.
    package var font: ArtFont
    package var color: ArtColor
    /// The colours of a terminal that has few, or of any output. `nil` is VGA's where there are few.
    package var palette: ArtPalette?
    package var dither: Dither
    /// What art without colours, or with few, is to be like.
    package var look: Look
    /// Whether a picture's own range of light is stretched in art without colours.
    package var levels: Levels
    /// Dark on light: for paper and light terminals.
    package var invert: Bool
    /// 0.0 flattens all to mid-grey, 1.0 keeps the picture, 2.0 doubles the distance from mid-grey.
    package var contrast: Double
    /// Added to the picture's sRGB codes: -1.0 makes all black, 1.0 all white.
    package var brightness: Double
    /// Middle tones: 1.0 keeps the picture, more is lighter, less is darker; black and white stay.
    package var gamma: Double
    /// Without colours: characters along strong thin edges. With them shapes lie along edges anyway.
    package var edges: Bool
    /// Whether it is measured how near the art comes to the picture.
    package var score: Bool
    /// A cell's width over its height.
    package var cellAspect: Double
    /// What shows through where the picture is transparent.
    package var background: RGB

    package init(
        columns: Int = 80, rows: Int? = nil, fit: ArtFit = .fit, charset: Charset = .ascii, characters: String? = nil,
        mode: CharacterMode = .set, font: ArtFont = .average, color: ArtColor = .full, palette: ArtPalette? = nil,
        dither: Dither = .auto, look: Look = .auto,
        levels: Levels = .auto, invert: Bool = false, contrast: Double = 1, brightness: Double = 0, gamma: Double = 1,
        edges: Bool = false, score: Bool = false, cellAspect: Double = 0.5, background: RGB = .black
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
        self.dither = dither
        self.look = look
        self.levels = levels
        self.invert = invert
        self.contrast = contrast
        self.brightness = brightness
        self.gamma = gamma
        self.edges = edges
        self.score = score
        self.cellAspect = cellAspect
        self.background = background
    }
}

/// Options are stored with each job: those of an earlier version lack the keys that came later and keep their defaults.
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
        try take(.dither, &dither)
        try take(.look, &look)
        try take(.levels, &levels)
        try take(.invert, &invert)
        try take(.contrast, &contrast)
        try take(.brightness, &brightness)
        try take(.gamma, &gamma)
        try take(.edges, &edges)
        try take(.score, &score)
        try take(.cellAspect, &cellAspect)
        try take(.background, &background)
    }
}

/// How a picture takes the columns and rows that it is given.
package enum ArtFit: String, Equatable, Sendable, Codable, CaseIterable {
    /// The whole picture in its shape; columns and rows are the most there may be.
    case fit
    /// All columns and rows; what doesn't fit of the picture is cut off, the same on both sides.
    case fill
    /// All columns and rows, whatever becomes of the picture's shape.
    case stretch
}

/// What is made of a person's own characters.
package enum CharacterMode: String, Equatable, Sendable, Codable, CaseIterable {
    /// They are a set: their order and repetitions don't count.
    case set
    /// A text that runs over the whole picture, again and again; colours show the picture.
    case reading
    /// A text that runs on where the picture is light, with blanks where it is dark.
    case holes
}

/// The colours of an output. `txt` is always without.
package enum ArtColor: String, Equatable, Sendable, Codable, CaseIterable {
    case none
    /// Black and white.
    case two = "2"
    /// The eight dark colours of a terminal.
    case eight = "8"
    /// The sixteen colours of a terminal.
    case sixteen = "16"
    /// The colours of a terminal that have fixed places: a cube of 216 and 24 greys.
    case palette = "256"
    /// 24 bits.
    case full
}

/// How art makes up for colours that its medium lacks.
package enum Dither: String, Equatable, Sendable, Codable, CaseIterable {
    /// What suits the look.
    case auto
    /// Not at all: every cell by itself.
    case none
    /// What a cell lacks is made up for by those around it.
    case cell
    /// Errors go to the neighbours of each dot (Floyd and Steinberg 1976), in turns from the left and from the right.
    case floydSteinberg = "floyd-steinberg"
    /// A regular pattern.
    case bayer
    /// A pattern without any regularity, nor clumps.
    case blueNoise = "blue-noise"
}

/// What art without colours is to be like.
package enum Look: String, Equatable, Sendable, Codable, CaseIterable {
    /// The one that scores better for the picture.
    case auto
    /// Faithful to tones from a distance.
    case tone
    /// Clear edges and clean areas from near.
    case sharp
}

/// Whether a picture's own range of light is stretched over the whole range that the characters can show.
package enum Levels: String, Equatable, Sendable, Codable, CaseIterable {
    /// Measured for each picture; dark ones are lifted.
    case auto
    case none
}
