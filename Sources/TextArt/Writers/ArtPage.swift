package import Domain

/// Text art on a page of an exact size, for displays with few greys: the art is centred and enlarged by the greatest
/// integer factor that fits; the rest is paper.
package struct ArtPage: Sendable {
    /// The page's width in pixels, after rotation.
    package let width: Int
    /// The page's height in pixels, after rotation.
    package let height: Int
    private let turn: QuarterTurn
    /// The page before rotation, row by row.
    private let pixels: [RGBA]
    private let across: Int

    /// At a depth of one bit glyphs have hard edges in pure black and white; at two and four bits there are 4 and 16
    /// greys, evenly spaced in sRGB. Art that is too large is cut off at the right and bottom; see `room(on:)`.
    package init(_ grid: ArtGrid, caption: ArtCaption = ArtCaption(), size: PictureSize, writing: WritingOptions) {
        (width, height, turn) = (size.width, size.height, writing.rotate)
        let (across, down) = ArtPage.upright(size, writing.rotate)
        self.across = across
        let raster = ArtRaster(grid, caption: caption)
        let inner = (width: max(1, across - 2 * writing.margin), height: max(1, down - 2 * writing.margin))
        let scale = max(1, min(inner.width / raster.width, inner.height / raster.height))
        let left = max(0, (across - raster.width * scale) / 2)
        let top = max(0, (down - raster.height * scale) / 2)
        let paper = RGBA(grid.isInverted ? .white : .black)
        var pixels = [RGBA](repeating: paper, count: across * down)
        let greys = writing.depth.bits.map(ArtPage.greys)
        var rows = raster.rows(isSharp: writing.depth == .one)
        var row = [RGBA](repeating: paper, count: raster.width)
        var y = top
        while rows.fill(&row), y < down {
            let line = greys.map { greys in row.map { ArtPage.grey($0, greys) } } ?? row
            for copy in y..<min(y + scale, down) {
                for x in 0..<min(raster.width * scale, across - left) {
                    pixels[copy * across + left + x] = line[x / scale]
                }
            }
            y += scale
        }
        self.pixels = pixels
    }

    /// Fills row `y` of the page, counted from the top. Returns `false` if there is no such row.
    /// - Precondition: the row has `width` pixels.
    package func fill(_ y: Int, _ row: inout MutableSpan<RGBA>) -> Bool {
        guard y < height else { return false }
        for x in 0..<width { row[x] = pixel(x, y) }
        return true
    }

    /// The most columns and rows that fit on a page, at eight pixels per column.
    package static func room(
        on size: PictureSize, writing: WritingOptions, cellAspect: Double, hasCredit: Bool
    ) -> (columns: Int, rows: Int) {
        let (across, down) = upright(size, writing.rotate)
        let credit = hasCredit ? Glyph.height : 0
        let rows = (down - 2 * writing.margin - credit) / RasterLine.height(for: cellAspect)
        return (max(1, (across - 2 * writing.margin) / Glyph.width), max(1, rows))
    }

    private static func upright(_ size: PictureSize, _ turn: QuarterTurn) -> (across: Int, down: Int) {
        turn.swapsAxes ? (size.height, size.width) : (size.width, size.height)
    }

    private func pixel(_ x: Int, _ y: Int) -> RGBA {
        switch turn {
        case .none: pixels[y * across + x]
        case .right: pixels[(width - 1 - x) * across + y]
        case .half: pixels[(height - 1 - y) * across + width - 1 - x]
        case .left: pixels[x * across + height - 1 - y]
        }
    }

    /// The nearest grey of a bit depth for each code.
    private static func greys(bits: Int) -> [UInt8] {
        let most = (1 << bits) - 1
        return (0..<256).map { code in UInt8((code * most + 127) / 255 * 255 / most) }
    }

    private static func grey(_ color: RGBA, _ greys: [UInt8]) -> RGBA {
        let isGrey = color.red == color.green && color.green == color.blue
        let luminance = Light(RGB(red: color.red, green: color.green, blue: color.blue)).luminance
        let code = isGrey ? color.red : Light(red: luminance, green: luminance, blue: luminance).color.red
        let grey = greys[Int(code)]
        return RGBA(red: grey, green: grey, blue: grey)
    }
}
