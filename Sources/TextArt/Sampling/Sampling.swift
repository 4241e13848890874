package import Domain

/// What art is made of. What needs one can't be made of another, so that outputs are the same whatever is made beside
/// them.
package enum Sampling: Equatable, Sendable {
    /// Two means a cell: half blocks in all colours.
    case areas
    /// As many samples as the glyphs have pixels.
    case colors
    /// The same in luminance.
    case greys
    /// Luminance in as many samples as tones are matched in.
    case tones

    package init(_ options: ArtOptions, _ pens: ArtPens) {
        let isOwn = !(options.characters ?? "").isEmpty
        if pens == .full, options.charset == .half, !isOwn {
            self = .areas
        } else if pens != .none {
            self = .colors
        } else if Mosaic(options.charset) != nil {
            self = .greys
        } else {
            self = .tones
        }
    }

    /// Samples of a cell; `nil` for means, which are counted by the sampler that makes them.
    var density: SampleDensity? {
        switch self {
        case .areas: nil
        case .colors, .greys: .fine
        case .tones: .tone
        }
    }
}
