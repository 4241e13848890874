package import Domain

extension ArtWarning {
    /// The stable word for machines.
    package var code: String {
        switch self {
        case .thinToneRange: "art_few_tones"
        case .unusable: "art_characters_left_out"
        case .nothingUsable: "art_no_characters"
        case .readingNeedsColors: "art_needs_colors"
        case .fewGlyphs: "art_few_glyphs"
        }
    }
}
