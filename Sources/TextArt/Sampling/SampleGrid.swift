internal import CTextArt
package import Domain

/// The kind of samples that art is made from. An output always uses its own kind, so that its bytes don't depend on the
/// other outputs of the same run.
package enum SampleKind: Equatable, Sendable {
    /// Two means per cell, for half blocks in full colour.
    case areas
    /// One colour sample per glyph pixel.
    case colors
    /// One luminance sample per glyph pixel.
    case greys
    /// Luminance at the resolution at which tones are matched.
    case tones

    package init(_ options: ArtOptions, _ colors: OutputColors) {
        if colors == .full, options.charset == .half, options.usesCharset, options.paint == .both {
            self = .areas
        } else if colors != .none {
            self = .colors
        } else if Mosaic(options.charset) != nil {
            self = .greys
        } else {
            self = .tones
        }
    }

    var channels: GridSampler.Channels {
        switch self {
        case .areas, .colors: .colors
        case .greys, .tones: .luminance
        }
    }

    /// Samples per cell; `nil` for `.areas`, whose sampler has its own count.
    var density: SampleDensity? {
        switch self {
        case .areas: nil
        case .colors, .greys: .fine
        case .tones: .tone
        }
    }
}

/// The number of samples per cell.
struct SampleDensity: Equatable {
    let across: Int
    let down: Int

    /// One sample per glyph pixel.
    static let fine = SampleDensity(across: Glyph.width, down: Glyph.height)
    /// The resolution at which tones are matched.
    static let tone = SampleDensity(across: ToneTable.across, down: ToneTable.down)
}

/// A picture in display orientation, in samples of linear light from 0 to 65,535.
struct SampleGrid: Equatable {
    /// In samples.
    let width: Int
    let height: Int
    /// Red, green and blue, or luminance alone; each row by row.
    var channels: [[UInt16]]
    /// 1 for samples in which the picture is not fully transparent; `nil` if that holds for all of them.
    var seen: [UInt8]?
    var density = SampleDensity.fine
    /// The measures of the clip whose frame this is. `nil` for a still, which is measured alone.
    var clip: ClipMeasures?

    var columns: Int { width / density.across }
    var rows: Int { height / density.down }

    /// Whether the picture is fully transparent in a cell.
    func isHidden(column: Int, row: Int) -> Bool {
        guard let seen else { return false }
        let corner = row * density.down * width + column * density.across
        return (0..<density.down).allSatisfy { y in
            !seen[(corner + y * width)..<(corner + y * width + density.across)].contains(1)
        }
    }

    /// Relative luminance (Rec. 709).
    func luminance() -> [UInt16] {
        guard channels.count == 3 else { return channels[0] }
        var luminance = [UInt16](repeating: 0, count: channels[0].count)
        textart_luminance(
            channels[0], channels[1], channels[2], LinearLight.shares, Int64(luminance.count), &luminance)
        return luminance
    }

    /// Luminance from 0 to 1, at the resolution at which tones are matched.
    func tones() -> Plane {
        let (across, down) = (columns * ToneTable.across, rows * ToneTable.down)
        var values = [Float].unset(across * down)
        if density == .tone {
            textart_shares(luminance(), Int64(values.count), &values)
        } else {
            textart_quarter(luminance(), Int32(across), Int32(down), &values)
        }
        return Plane(width: across, height: down, values: values)
    }

    /// The same picture in grey.
    func withoutColors() -> SampleGrid {
        guard channels.count > 1 else { return self }
        var grey = self
        grey.channels = [luminance()]
        return grey
    }

    /// The picture in grey, with its range of light stretched according to `levels`.
    func withLevels(_ levels: Levels) -> SampleGrid {
        var grey = withoutColors()
        let curve = grey.curve(grey.channels[0], levels)
        let table = (0...UInt16.max).map { light in
            UInt16(curve.light(Float(light) / Float(LinearLight.full)) * Float(LinearLight.full) + 0.5)
        }
        for index in grey.channels[0].indices { grey.channels[0][index] = table[Int(grey.channels[0][index])] }
        return grey
    }

    mutating func apply(_ adjustment: ToneAdjustment) {
        guard !adjustment.isNeutral else { return }
        let table = adjustment.table()
        for channel in channels.indices {
            for index in channels[channel].indices {
                channels[channel][index] = table[Int(channels[channel][index])]
            }
        }
    }
}
