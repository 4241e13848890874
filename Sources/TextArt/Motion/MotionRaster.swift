internal import Domain

/// Draws the frames of moving art as `ArtRaster` would, and finds the pixels that a frame changes.
struct MotionRaster {
    /// Neighbouring pixels of a row that take the same new colour.
    struct Run {
        /// The first pixel, counted row by row from the top left.
        let start: Int
        var count: Int
        let color: PackedColor
    }

    /// In pixels.
    let width: Int
    let height: Int
    private var glyphs: RasterGlyphs
    private var lines: [RasterLine]
    private var pixels: [PackedColor]
    private var line: [RGBA] = []

    /// `first`: the first frame, which is still to be drawn.
    init(_ first: ArtGrid, caption: ArtCaption) {
        let raster = ArtRaster(first, caption: caption)
        (width, height) = (raster.width, raster.height)
        glyphs = RasterGlyphs(raster.face)
        lines = []
        pixels = Array(repeating: .none, count: width * height)
    }

    /// Draws a frame over the last one. Returns what it changes, from the top left.
    /// - Precondition: all frames have one size.
    mutating func draw(_ frame: ArtGrid, caption: ArtCaption) -> [Run] {
        let raster = ArtRaster(frame, caption: caption)
        precondition(raster.width == width && raster.height == height, "the frames of a clip have one size")
        var runs: [Run] = []
        var start = 0
        for (index, next) in raster.lines.enumerated() {
            if !lines.indices.contains(index) || lines[index].cells != next.cells {
                next.draw(with: &glyphs, into: &line)
                compare(from: start, count: width * next.height, &runs)
            }
            start += width * next.height
        }
        lines = raster.lines
        return runs
    }

    /// Takes the pixels of a line of cells.
    private mutating func compare(from start: Int, count: Int, _ runs: inout [Run]) {
        pixels.withUnsafeMutableBufferPointer { pixels in
            line.withUnsafeBufferPointer { line in
                var open: Run?
                for index in 0..<count {
                    let (place, color) = (start + index, PackedColor(line[index]))
                    if pixels[place] == color {
                        if let run = open { runs.append(run) }
                        open = nil
                        continue
                    }
                    pixels[place] = color
                    if let run = open, run.color == color, index % width != 0 {
                        open?.count += 1
                    } else {
                        if let run = open { runs.append(run) }
                        open = Run(start: place, count: 1, color: color)
                    }
                }
                if let run = open { runs.append(run) }
            }
        }
    }
}

/// An opaque colour in one word: 0xRRGGBB.
struct PackedColor: Hashable {
    let bits: UInt32

    /// No colour.
    static let none = PackedColor(bits: .max)

    init(bits: UInt32) { self.bits = bits }

    init(_ pixel: RGBA) { bits = UInt32(pixel.red) << 16 | UInt32(pixel.green) << 8 | UInt32(pixel.blue) }

    init(_ color: RGB) { self.init(RGBA(color)) }

    var color: RGB {
        RGB(
            red: UInt8(truncatingIfNeeded: bits >> 16), green: UInt8(truncatingIfNeeded: bits >> 8),
            blue: UInt8(truncatingIfNeeded: bits))
    }
}
