internal import Domain

/// Makes art of half blocks in colours: two samples a cell, one above the other.
struct HalfMatcher {
    /// `plane` has twice as many rows as the art.
    func cells(_ plane: SamplePlane) -> [ArtCell] {
        var cells: [ArtCell] = []
        cells.reserveCapacity(plane.width * plane.height / 2)
        for y in stride(from: 0, to: plane.height - 1, by: 2) {
            for x in 0..<plane.width {
                cells.append(ArtCell("▀", foreground: plane[x, y].color, background: plane[x, y + 1].color))
            }
        }
        return cells
    }
}
