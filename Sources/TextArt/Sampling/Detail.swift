internal import CTextArt
internal import Domain

/// Brings out what makes a picture recognisable, before characters are chosen for it: local contrast, then contours.
///
/// Works on lightness (sRGB codes), on the grid of the art's own samples, so that it costs nothing per source pixel.
/// Differences from the local mean are amplified towards a common deviation (after Narendra and Fitch 1981), and where
/// they are large the local mean moves towards mid-grey to make room for them. Then differences from close neighbours
/// are amplified (unsharp masking). Both spare differences below the noise, so that even areas stay even.
struct Detail {
    /// The amplification: 0 changes nothing, 1 suits most photos.
    let strength: Float

    /// The deviation that local contrast is amplified to, that of noise, and that from which the local mean makes room,
    /// in codes from 0 to 1.
    private static let deviation: Float = 0.16
    private static let noise: Float = 0.035
    private static let room: Float = 0.1
    /// The greatest amplification, and the share of the local mean that is given up, at strength 1.
    private static let gain: Float = 1.8
    private static let loss: Float = 0.6
    /// Amplification of contours at strength 1.
    private static let contours: Float = 1.5

    /// The window of the local mean, in cell widths: nearly a Gaussian.
    private static let wide: Float = 2
    /// The window of contours, without colours and with them.
    private static let close: Float = 1
    private static let closeInColor: Float = 0.7

    /// What the options ask for, or what suits a picture: drawings and words have their contours already.
    init(_ options: ArtOptions, _ codes: Plane, usual: Float = 1, clip: ClipMeasures? = nil) {
        strength = Float(options.detail ?? Double(usual)) * (clip?.photoShare ?? PhotoLikeness(codes).share)
    }

    /// For art in colour: letters need more than blocks, which show contours well by themselves.
    static func inColor(_ options: ArtOptions, _ codes: Plane, _ clip: ClipMeasures?) -> Detail {
        let isLetters = !options.usesCharset || [.auto, .ascii, .latin, .basic, .extended].contains(options.charset)
        return Detail(options, codes, usual: isLetters ? 1 : 0.3, clip: clip)
    }

    /// Amplifies both in `codes`, the samples of whole cells at the resolution at which tones are matched.
    func apply(to codes: inout Plane, _ areas: EvenAreas) {
        guard strength > 0 else { return }
        amplifyLocalContrast(&codes, areas)
        amplifyContours(&codes, across: Float(ToneTable.across), down: Float(ToneTable.down) / 2)
    }

    /// `codes` has `across` samples in a cell's width, and `down` in the same length downwards.
    func amplifyContours(_ codes: inout Plane, across: Float, down: Float, isColored: Bool = false) {
        guard strength > 0 else { return }
        let width = isColored ? Detail.closeInColor : Detail.close
        let near = codes.localMean(across: Detail.reach(width, across), down: Detail.reach(width, down))
        textart_contours(
            near.values, Int64(codes.values.count), Detail.contours * strength, Detail.noise, &codes.values)
    }

    private func amplifyLocalContrast(_ codes: inout Plane, _ areas: EvenAreas) {
        let right = Detail.reach(Detail.wide, Float(ToneTable.across))
        let below = Detail.reach(Detail.wide, Float(ToneTable.down) / 2)
        let means = codes.localMean(across: right, down: below)
        var squares = codes
        textart_squares(means.values, Int64(squares.values.count), &squares.values)
        let variances = squares.localMean(across: right, down: below)
        let contrast = textart_contrast(
            deviation: Detail.deviation, noise: Detail.noise, room: Detail.room, gain: 1 + Detail.gain * strength,
            keep: max(1 - Detail.loss * strength, 0))
        textart_local_contrast(
            means.values, variances.values, areas.variances.values, Int32(codes.width), Int32(codes.height), contrast,
            &codes.values)
    }

    /// The reach of three box blurs whose deviation is that many cell widths, with `samples` per cell width.
    private static func reach(_ width: Float, _ samples: Float) -> Int {
        let deviation = width * samples
        return max(1, Int(((4 * deviation * deviation + 1).squareRoot() - 1) / 2 + 0.5))
    }
}

extension SampleGrid {
    /// Amplifies contours in colour: all channels change by the same factor, so that hues stay.
    mutating func amplifyContours(_ options: ArtOptions) {
        guard density == .fine, options.detail != 0 else { return }
        let lights = tones()
        let before = lights.coded()
        var codes = before
        Detail.inColor(options, before, clip).amplifyContours(
            &codes, across: Float(ToneTable.across), down: Float(ToneTable.down) / 2, isColored: true)
        let after = codes.decoded()
        for channel in channels.indices {
            textart_scale(
                lights.values, after.values, Int32(lights.width), Int32(lights.height), &channels[channel])
        }
    }
}

/// How much a picture is a photo, and not a drawing, a logo or words, by its histogram: these have few tones.
struct PhotoLikeness {
    private static let bins = 64
    /// The share of samples in the fullest peaks that leaves no doubt: at most the first in photos, at least the second
    /// in drawings.
    private static let (least, most): (Float, Float) = (0.7, 0.85)
    private static let peaks = 4

    /// From 0 to 1.
    let share: Float

    init(_ codes: Plane) {
        // A margin on both sides, so that every bin has neighbours.
        var counts = [Int32](repeating: 0, count: PhotoLikeness.bins + 2)
        textart_code_bins(codes.values, Int64(codes.values.count), Int32(PhotoLikeness.bins), &counts)
        var full: Int32 = 0
        for _ in 0..<PhotoLikeness.peaks {
            let peak = (1...PhotoLikeness.bins).max { sum(counts, $0) < sum(counts, $1) } ?? 1
            full += sum(counts, peak)
            for bin in peak - 1...peak + 1 { counts[bin] = 0 }
        }
        let inPeaks = Float(full) / Float(max(codes.values.count, 1))
        share = min(max((PhotoLikeness.most - inPeaks) / (PhotoLikeness.most - PhotoLikeness.least), 0), 1)

        func sum(_ counts: [Int32], _ bin: Int) -> Int32 { counts[bin - 1] + counts[bin] + counts[bin + 1] }
    }
}
