package import Domain

/// An upper bound, in bytes, on the memory that rendering one art takes. It follows from the picture's header and the
/// options, so that it is known before anything is allocated. The constants were measured with `textify-bench memory`.
package struct ArtMemoryEstimate: Sendable {
    /// Samples live until the end; the memory for choosing characters is freed afterwards.
    package let samples: Int64
    package let choosing: Int64
    /// The part of `choosing` that grows with the cells.
    package var choosingCells: Int64 { choosing - Self.tables }
    package let cells: Int64

    /// Bytes per cell of a grid, and the number of grids alive at once while colours are matched or rows replaced.
    private static let cell = Int64(MemoryLayout<ArtCell>.stride)
    private static let grids: Int64 = 3
    /// Glyph and tone tables of the largest charset, and lines of samples.
    private static let tables: Int64 = 8 << 20

    package init(info: PictureInfo, options: ArtOptions, colors: OutputColors) {
        let size = GridSize(info: info, options: options)
        let sampling = SampleKind(options, colors)
        cells = Int64(size.columns * size.rows)
        let perCell = ArtMemoryEstimate.samples(of: sampling, hasAlpha: info.hasAlpha)
        // One line of sums for the pixels of a row and one for the boxes that they fall into.
        let line = Int64(info.rowWidth + 3) * 16 + Int64(max(size.columns, size.rows)) * 8 * 64
        let isScored = options.score != .none && sampling != .colors
        let reference = isScored ? ArtMemoryEstimate.samples(of: .colors, hasAlpha: info.hasAlpha) : 0
        samples = cells * (perCell + reference) + (isScored ? 2 : 1) * line
        var work = ArtMemoryEstimate.work(of: sampling, colors)
        // Characters for coloured ink are chosen from grey samples, as without colours.
        if options.paint == .ink, sampling == .colors { work += ArtMemoryEstimate.work(of: .greys, .none) + perCell }
        // One copy for the tone adjustment; another copy and an index list for the rotation.
        if !ToneAdjustment(options).isNeutral || colors == .none { work += perCell }
        if info.orientation != .up {
            work += perCell + Int64(sampling.density.map { $0.across * $0.down } ?? 2) * 8
        }
        // Only small art is scored: twelve planes of light per sample.
        let score = options.score != .none ? min(cells, 32_768) * 128 * 4 * 12 : 0
        choosing = cells * (work + ArtMemoryEstimate.cell * ArtMemoryEstimate.grids) + score + ArtMemoryEstimate.tables
    }

    /// Bytes of samples per cell.
    private static func samples(of sampling: SampleKind, hasAlpha: Bool) -> Int64 {
        let count = Int64(sampling.density.map { $0.across * $0.down } ?? 2)
        switch sampling {
        case .areas: return count * Int64(MemoryLayout<LightSum>.stride)
        case .colors: return count * (hasAlpha ? 7 : 6)
        case .greys, .tones: return count * (hasAlpha ? 3 : 2)
        }
    }

    /// Bytes per cell that choosing characters takes in addition to the samples.
    private static func work(of sampling: SampleKind, _ colors: OutputColors) -> Int64 {
        let tones = Int64(ToneTable.across * ToneTable.down) * 4
        return switch (sampling, colors) {
        case (.areas, _): 64
        case (.colors, .few): tones * 3 * 6
        // Six planes of light and codes, while contours are amplified.
        case (.colors, _): tones * 6
        case (.greys, _): tones * 8
        case (.tones, _): tones * 8
        }
    }
}
