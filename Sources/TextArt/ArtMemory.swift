package import Domain

/// The most memory that one art takes while it is made, in bytes: known from a picture's head and the options, before
/// anything is allocated. The constants were measured with `textify-bench memory`.
package struct ArtMemory: Sendable {
    /// Samples that stay until the end, and what choosing the cells takes, which is given back.
    package let samples: Int64
    package let choosing: Int64
    package let cells: Int64

    /// Bytes of a cell in a grid, and how many grids there are while colours are named or rows replaced.
    private static let cell = Int64(MemoryLayout<ArtCell>.stride)
    private static let grids: Int64 = 3
    /// Tables of glyphs and tones of the largest set, and lines of samples.
    private static let tables: Int64 = 8 << 20

    package init(info: PictureInfo, options: ArtOptions, pens: ArtPens) {
        let size = GridSize(info: info, options: options)
        let sampling = Sampling(options, pens)
        cells = Int64(size.columns * size.rows)
        let perCell = ArtMemory.samples(of: sampling, hasAlpha: info.hasAlpha)
        // A line of sums for each pixel of a row, and of the boxes that they fall into.
        let line = Int64(info.rowWidth + 3) * 16 + Int64(max(size.columns, size.rows)) * 8 * 64
        let isScored = options.score && sampling != .colors
        let reference = isScored ? ArtMemory.samples(of: .colors, hasAlpha: info.hasAlpha) : 0
        samples = cells * (perCell + reference) + (isScored ? 2 : 1) * line
        var work = ArtMemory.work(of: sampling, pens)
        // A copy that is adjusted, and one that is turned by a list of places.
        if !ToneAdjustment(options).isNeutral || pens == .none { work += perCell }
        if info.orientation != .up {
            work += perCell + Int64(sampling.density.map { $0.across * $0.down } ?? 2) * 8
        }
        // Scores are of small art alone: twelve planes of light a sample.
        let score = options.score ? min(cells, 32_768) * 128 * 4 * 12 : 0
        choosing = cells * (work + ArtMemory.cell * ArtMemory.grids) + score + ArtMemory.tables
    }

    /// Bytes of samples of a cell.
    private static func samples(of sampling: Sampling, hasAlpha: Bool) -> Int64 {
        let count = Int64(sampling.density.map { $0.across * $0.down } ?? 2)
        switch sampling {
        case .areas: return count * Int64(MemoryLayout<LightSum>.stride)
        case .colors: return count * (hasAlpha ? 7 : 6)
        case .greys, .tones: return count * (hasAlpha ? 3 : 2)
        }
    }

    /// Bytes of a cell that choosing its character takes beside the samples.
    private static func work(of sampling: Sampling, _ pens: ArtPens) -> Int64 {
        let tones = Int64(ToneTable.across * ToneTable.down) * 4
        return switch (sampling, pens) {
        case (.areas, _): 64
        case (.colors, .few): tones * 3 * 6
        case (.colors, _): 256
        case (.greys, _): tones * 8
        case (.tones, _): tones * 8
        }
    }
}
