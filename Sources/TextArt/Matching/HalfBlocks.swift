internal import Domain

/// Two square pixels a cell: `▀` with a colour above and one below, or without colour by an ordered dither.
struct HalfBlocks {
    /// Bayer's 4×4 matrix. Thresholds lie strictly between 0 and 1, so that black stays black and white stays white.
    private static let order = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5]

    let options: ArtOptions
    let color: ArtColor

    func cells(of row: Int, in plane: SamplePlane) -> [ArtCell] {
        (0..<plane.width).map { x in
            switch color {
            case .full: colored(plane[x, row * 2].color, plane[x, row * 2 + 1].color)
            case .none: plain(isInk(plane, x, row * 2), isInk(plane, x, row * 2 + 1))
            }
        }
    }

    private func colored(_ upper: RGB, _ lower: RGB) -> ArtCell {
        upper == lower
            ? ArtCell(" ", background: upper) : ArtCell("▀", foreground: upper, background: lower)
    }

    private func plain(_ upper: Bool, _ lower: Bool) -> ArtCell {
        switch (upper, lower) {
        case (true, true): ArtCell("█")
        case (true, false): ArtCell("▀")
        case (false, true): ArtCell("▄")
        case (false, false): ArtCell(" ")
        }
    }

    private func isInk(_ plane: SamplePlane, _ x: Int, _ y: Int) -> Bool {
        let threshold = (Double(Self.order[y % 4 * 4 + x % 4]) + 0.5) / 16
        return (plane[x, y].luminance > threshold) != options.invert
    }
}
