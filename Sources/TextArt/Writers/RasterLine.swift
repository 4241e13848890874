internal import Domain

/// One line of cells as pixels.
struct RasterLine: Sendable {
    let cells: [ArtCell]
    /// In pixels.
    let height: Int
    /// For cells that leave their paper to the medium.
    let paper: RGB
    /// For cells that leave their ink to the medium.
    let ink: RGB

    /// A cell's height in pixels, from 4 to 64.
    static func height(for aspect: Double) -> Int {
        let ideal = (Double(Glyph.width) / aspect).rounded()
        return ideal >= 4 ? Int(min(ideal, 64)) : 4
    }

    /// `height` rows, each eight pixels a cell.
    func pixels(_ glyphs: inout RasterGlyphs) -> [RGBA] {
        let width = cells.count * Glyph.width
        var pixels = [RGBA](
            repeating: RGBA(red: paper.red, green: paper.green, blue: paper.blue), count: width * height)
        for (column, cell) in cells.enumerated() {
            guard let scalar = cell.drawn else { continue }
            let shape = glyphs.shape(scalar, cells: cell.cells, height: height)
            draw(shape, Blend(cell.foreground ?? ink, over: cell.background ?? paper), at: column, in: &pixels)
        }
        return pixels
    }

    private func draw(_ shape: RasterGlyphs.Shape, _ blend: Blend, at column: Int, in pixels: inout [RGBA]) {
        let width = cells.count * Glyph.width
        let left = column * Glyph.width
        let visible = min(shape.width, width - left)
        for y in 0..<height {
            for x in 0..<visible {
                pixels[y * width + left + x] = blend.pixel(shape.coverage[y * shape.width + x])
            }
        }
    }

    /// Ink over paper in linear light.
    private struct Blend {
        let ink: Light
        let paper: Light
        let full: RGBA
        let empty: RGBA

        init(_ ink: RGB, over paper: RGB) {
            self.ink = Light(ink)
            self.paper = Light(paper)
            full = RGBA(red: ink.red, green: ink.green, blue: ink.blue)
            empty = RGBA(red: paper.red, green: paper.green, blue: paper.blue)
        }

        func pixel(_ coverage: UInt8) -> RGBA {
            if coverage == 0 { return empty }
            if coverage == 255 { return full }
            let share = Double(coverage) / 255
            let color = Light(
                red: paper.red + (ink.red - paper.red) * share, green: paper.green + (ink.green - paper.green) * share,
                blue: paper.blue + (ink.blue - paper.blue) * share
            ).color
            return RGBA(red: color.red, green: color.green, blue: color.blue)
        }
    }
}
