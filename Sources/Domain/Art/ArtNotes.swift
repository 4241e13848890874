/// Texts that accompany a piece of art, each on one line.
package struct ArtCaption: Equatable, Sendable {
    /// A description of the picture for readers who can't see it. May be empty.
    package let label: String
    /// A line below the art, for example its author; `nil` for none.
    package let credit: String?

    package init(label: String = "", credit: String? = nil) {
        self.label = ArtCaption.oneLine(label)
        self.credit = credit.map(ArtCaption.oneLine).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Replaces control characters and line breaks by spaces and removes bidirectional controls. Captions come from
    /// prompts: they must neither control a terminal nor break a line.
    private static func oneLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            default: if !scalar.properties.isBidiControl { line.append(scalar) }
            }
        }
        return String(line)
    }
}

/// A reason why rendered art may look worse than expected.
package enum ArtWarning: Equatable, Sendable {
    /// The user's characters have few distinct amounts of ink (`inks`). `range` is the difference between the lightest
    /// and the darkest, as a share of a full cell.
    case thinToneRange(inks: Int, range: Double)
    /// Characters that the font lacks or that don't keep to a grid. The art is made of the others.
    case unusable([Unicode.Scalar])
    /// None of the user's characters is usable; the art is made of the charset instead.
    case nothingUsable
    /// Text in `reading` mode shows the picture by colours alone. The output has none, so the art was made in `holes`
    /// mode.
    case readingNeedsColors
    /// The font lacks `missing` characters of the charset, and only `left` remain.
    case fewGlyphs(left: Int, missing: Int)
}

/// Measures of how closely art matches its picture. All but the first two compare both as seen from a distance, after a
/// Gaussian blur of half a cell's width in linear light. Values are rounded to four decimal places.
package struct ArtScore: Equatable, Sendable, Codable {
    /// Multi-scale structural similarity at five scales (Wang, Simoncelli and Bovik 2003) of sRGB luma, unblurred, 0 to
    /// 1.
    package let msSSIM: Double
    /// Structural similarity (Wang and others 2004) of sRGB luma, unblurred, at most 1.
    package let ssim: Double
    /// Structural similarity after the blur, at most 1.
    package let blurredSSIM: Double
    /// The mean colour distance in Oklab (Ottosson 2020), times 100. A difference of about 1 is just visible.
    package let deltaE: Double
    /// Correlation of luma, -1 to 1.
    package let correlation: Double
    /// Similarity after the art's mean and contrast are adjusted to the picture's, relative to a flat grey with the
    /// right mean: 1 is identical, 0 no better than flat.
    package let toneSkill: Double

    package init(
        msSSIM: Double, ssim: Double, blurredSSIM: Double, deltaE: Double, correlation: Double, toneSkill: Double
    ) {
        self.msSSIM = ArtScore.rounded(msSSIM)
        self.ssim = ArtScore.rounded(ssim)
        self.blurredSSIM = ArtScore.rounded(blurredSSIM)
        self.deltaE = ArtScore.rounded(deltaE)
        self.correlation = ArtScore.rounded(correlation)
        self.toneSkill = ArtScore.rounded(toneSkill)
    }

    private enum CodingKeys: String, CodingKey {
        case msSSIM = "ms_ssim"
        case ssim
        case blurredSSIM = "ssim_blurred"
        case deltaE = "delta_e"
        case correlation
        case toneSkill = "tone_skill"
    }

    /// Names and values, in a fixed order.
    package var figures: [(name: String, value: Double)] {
        [
            (CodingKeys.msSSIM, msSSIM), (.ssim, ssim), (.blurredSSIM, blurredSSIM), (.deltaE, deltaE),
            (.correlation, correlation), (.toneSkill, toneSkill),
        ].map { key, value in (key.rawValue, value) }
    }

    private static func rounded(_ figure: Double) -> Double { (figure * 10_000).rounded() / 10_000 }
}
