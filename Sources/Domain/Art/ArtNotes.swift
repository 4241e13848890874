/// The words that go with a piece of art.
package struct ArtCaption: Equatable, Sendable {
    /// What the picture shows, for who can't see it. May be empty.
    package let label: String
    /// A line below the art, such as who drew it.
    package let credit: String?

    package init(label: String = "", credit: String? = nil) {
        self.label = ArtCaption.oneLine(label)
        self.credit = credit.map(ArtCaption.oneLine).flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Words come from prompts: control characters must not reach a terminal, nor a line end break a line.
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

/// What may disappoint about a piece of art, though it was made.
package enum ArtWarning: Equatable, Sendable {
    /// The user's characters have few distinct amounts of ink. `range` is that between the lightest and the darkest, as
    /// a share of a full cell.
    case thinToneRange(inks: Int, range: Double)
    /// Characters that the font lacks or that don't stand still in a grid; the art is made of the others.
    case unusable([Unicode.Scalar])
    /// None of the user's characters could be used; the art is made of the charset.
    case nothingUsable
    /// A text that runs over the whole picture shows it by colours alone; without any it was given holes.
    case readingNeedsColors
    /// The font lacks so many characters of the set that few are left.
    case fewGlyphs(left: Int, missing: Int)
}

/// How near art comes to its picture. All but the first two compare both as they are seen from where a cell's half
/// width blurs (a Gaussian in linear light). Figures have four places.
package struct ArtScore: Equatable, Sendable, Codable {
    /// From near: structure at five scales (Wang, Simoncelli and Bovik 2003) of sRGB luma, 0 to 1.
    package let msSSIM: Double
    /// From near: structural similarity (Wang and others 2004) of sRGB luma, at most 1.
    package let ssim: Double
    /// Structural similarity once blurred, at most 1.
    package let blurredSSIM: Double
    /// The mean distance of colours in Oklab (Ottosson 2020), a hundred times: an eye tells about 1.
    package let deltaE: Double
    /// Correlation of luma, -1 to 1.
    package let correlation: Double
    /// Similarity with the art in the picture's own mean and contrast, as a share of what a flat grey of the right mean
    /// lacks: 1 is the same, 0 no better than flat.
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

    /// Names and figures, in a fixed order.
    package var figures: [(name: String, value: Double)] {
        [
            (CodingKeys.msSSIM, msSSIM), (.ssim, ssim), (.blurredSSIM, blurredSSIM), (.deltaE, deltaE),
            (.correlation, correlation), (.toneSkill, toneSkill),
        ].map { key, value in (key.rawValue, value) }
    }

    private static func rounded(_ figure: Double) -> Double { (figure * 10_000).rounded() / 10_000 }
}
