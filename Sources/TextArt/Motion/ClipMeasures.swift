internal import Domain

/// What art takes from a picture as a whole, settled once for all frames of a clip. Measured frame by frame, a bright
/// object that passes would make everything else pulse.
struct ClipMeasures: Equatable {
    /// How much the clip is a photo; see `PhotoLikeness`.
    let photoShare: Float
    /// The levels of the picture's light.
    let plain: ToneCurve
    /// The levels after detail was brought out.
    let detailed: ToneCurve
    /// `nil` for charsets that aren't mosaics.
    let tones: SharpMosaic.Tones?

    /// `frames`: some frames of the clip, one below the other.
    init(_ frames: SampleGrid, options: ArtOptions) {
        photoShare = PhotoLikeness(frames.tones().coded()).share
        plain = ToneCurve(frames.luminance(), levels: options.levels)
        detailed = TonePicture(frames, options: options).curve
        tones = Mosaic(options).map { mosaic in
            SharpMosaic.Tones(SharpMosaic(mosaic: mosaic, options: options).codes(frames).values)
        }
    }
}

extension SampleGrid {
    /// The levels of the picture, or of the clip that it belongs to.
    func curve(_ luminance: [UInt16], _ levels: Levels) -> ToneCurve {
        let settled = levels == .auto ? clip?.plain : nil
        return settled ?? ToneCurve(luminance, levels: levels)
    }

    /// The grid with another one of the same width and kind below it.
    func above(_ other: SampleGrid) -> SampleGrid {
        SampleGrid(
            width: width, height: height + other.height, channels: zip(channels, other.channels).map { $0 + $1 },
            seen: seen.flatMap { seen in other.seen.map { seen + $0 } }, density: density)
    }
}
