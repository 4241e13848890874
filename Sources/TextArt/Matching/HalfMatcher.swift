internal import Domain

/// Makes art of half blocks: two samples a cell, one above the other.
struct HalfMatcher {
    let color: ArtColor
    let isInverted: Bool

    /// `plane` has twice as many rows as the art.
    func cells(_ plane: SamplePlane) -> [ArtCell] {
        var cells: [ArtCell] = []
        cells.reserveCapacity(plane.width * plane.height / 2)
        for y in stride(from: 0, to: plane.height - 1, by: 2) {
            for x in 0..<plane.width { cells.append(cell(plane, x, y)) }
        }
        return cells
    }

    private func cell(_ plane: SamplePlane, _ x: Int, _ y: Int) -> ArtCell {
        if color == .full {
            return ArtCell("▀", foreground: plane[x, y].color, background: plane[x, y + 1].color)
        }
        switch (hasInk(plane, x, y), hasInk(plane, x, y + 1)) {
        case (true, true): return ArtCell("█")
        case (true, false): return ArtCell("▀")
        case (false, true): return ArtCell("▄")
        case (false, false): return ArtCell(" ")
        }
    }

    /// An ordered dither. Its thresholds lie strictly between black and white, which therefore stay pure.
    private func hasInk(_ plane: SamplePlane, _ x: Int, _ y: Int) -> Bool {
        let threshold = (Double(HalfMatcher.rank(x, y)) + 0.5) / 64
        return (plane[x, y].luminance > threshold) != isInverted
    }

    /// Bayer's matrix of 8 by 8: the bits of x^y and y, interleaved and reversed.
    private static func rank(_ x: Int, _ y: Int) -> Int {
        var rank = 0
        for bit in 0..<3 {
            rank = rank << 2 | ((x ^ y) >> bit & 1) << 1 | (y >> bit & 1)
        }
        return rank
    }
}
