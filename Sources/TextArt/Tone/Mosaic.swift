internal import Domain

/// How a set divides a cell into parts that are all ink or none.
struct Mosaic {
    let across: Int
    let down: Int

    var parts: Int { across * down }
    /// Whether a part is too large to make up for its neighbours within a blur.
    var isLarge: Bool { parts < 4 }

    /// `nil` for sets of other shapes, and for one's own.
    init?(_ options: ArtOptions) {
        guard (options.characters ?? "").isEmpty else { return nil }
        self.init(options.charset)
    }

    init?(_ charset: Charset) {
        switch charset {
        case .half: (across, down) = (1, 2)
        case .quad: (across, down) = (2, 2)
        case .sextant: (across, down) = (2, 3)
        case .octant, .braille: (across, down) = (2, 4)
        // Eighths, in both directions: as fine as the glyphs' pixels are.
        case .block: (across, down) = (Glyph.width, Glyph.height / 2)
        default: return nil
        }
    }

    /// The columns of pixels of each part, or the rows.
    static func edges(_ count: Int, of length: Int) -> [Int] {
        (0...count).map { ($0 * length + count / 2) / count }
    }

    /// The means of each part of the cells of a plane, in rows of `columns * across`.
    func means(of luminance: [UInt16], columns: Int, rows: Int) -> [Float] {
        let (lefts, tops) = (Mosaic.edges(across, of: Glyph.width), Mosaic.edges(down, of: Glyph.height))
        let width = columns * Glyph.width
        var means: [Float] = []
        means.reserveCapacity(columns * rows * parts)
        for line in 0..<rows * down {
            let top = line / down * Glyph.height
            let (first, end) = (top + tops[line % down], top + tops[line % down + 1])
            for place in 0..<columns * across {
                let left = place / across * Glyph.width
                let (start, stop) = (left + lefts[place % across], left + lefts[place % across + 1])
                var sum = 0
                for y in first..<end { for x in start..<stop { sum += Int(luminance[y * width + x]) } }
                means.append(Float(sum) / Float((end - first) * (stop - start)) / 65_535)
            }
        }
        return means
    }

    /// The parts of a glyph that have ink, one bit each from the top left. A dot stands for its whole part.
    func ink(of pixels: [UInt8]) -> UInt64 {
        let (lefts, tops) = (Mosaic.edges(across, of: Glyph.width), Mosaic.edges(down, of: Glyph.height))
        return (0..<parts).reduce(0) { bits, part in
            let hasInk = (tops[part / across]..<tops[part / across + 1]).contains { y in
                (lefts[part % across]..<lefts[part % across + 1]).contains { pixels[y * Glyph.width + $0] > 0 }
            }
            return hasInk ? bits | 1 << UInt64(part) : bits
        }
    }
}
