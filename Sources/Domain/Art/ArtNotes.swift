/// Texts that accompany a piece of art: label and credit, each on one line, and what it was generated with.
package struct ArtCaption: Equatable, Sendable {
    /// A description of the picture for readers who can't see it. May be empty.
    package let label: String
    /// A line below the art, for example its author; `nil` for none.
    package let credit: String?
    /// The prompt and settings of a generated picture, for PNG; `nil` for none. They may have several lines.
    package let parameters: GenerationParameters?

    package init(label: String = "", credit: String? = nil, parameters: GenerationParameters? = nil) {
        self.parameters = parameters
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
    /// Frames of a long clip were left out.
    case fewerFrames(kept: Int, of: Int)
}

/// How much is shown of the art's score.
package enum ScoreDetail: String, Equatable, Sendable, CaseIterable {
    /// The score is not measured.
    case none
    /// One number.
    case short
    /// One number and the figures behind it.
    case full
}

extension ScoreDetail: Codable, ExpressibleByBooleanLiteral {
    package init(booleanLiteral isMeasured: Bool) { self = isMeasured ? .short : .none }

    /// Options stored by an earlier version have true or false.
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if let flag = try? value.decode(Bool.self) {
            self = flag ? .short : .none
        } else {
            let word = try value.decode(String.self)
            guard let detail = ScoreDetail(rawValue: word) else {
                throw DecodingError.dataCorruptedError(in: value, debugDescription: "unknown score detail \(word)")
            }
            self = detail
        }
    }
}

/// Measures of how closely art matches its picture. All but the first two figures
/// compare both as seen from a distance, after a Gaussian blur of half a cell's width in linear light. Values are
/// rounded to four decimal places.
package struct ArtScore: Equatable, Sendable, Codable {
    /// One number from 0 (nothing of the picture is left) to 100 (identical): 100·√(structure · tones), rounded.
    ///
    /// Structure is `msSSIM`. With colours, tones are 1 - `deltaE`/10, at least 0: at a mean distance of ten just
    /// visible steps the colours are another picture's. Without colours, art can't reach the picture's brightness, so
    /// tones are `correlation`, at least 0; they count as equal if the difference is invisible, as in art of a black
    /// picture. The geometric mean is 0 for blank art, however much of the picture is flat.
    package let total: Int
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
        hasColors: Bool, msSSIM: Double, ssim: Double, blurredSSIM: Double, deltaE: Double, correlation: Double,
        toneSkill: Double
    ) {
        let isSame = deltaE < ArtScore.invisible
        let tones = hasColors ? 1 - deltaE / ArtScore.foreign : isSame ? 1 : correlation
        total = Int((100 * (max(msSSIM, 0) * min(max(tones, 0), 1)).squareRoot()).rounded())
        self.msSSIM = ArtScore.rounded(msSSIM)
        self.ssim = ArtScore.rounded(ssim)
        self.blurredSSIM = ArtScore.rounded(blurredSSIM)
        self.deltaE = ArtScore.rounded(deltaE)
        self.correlation = ArtScore.rounded(correlation)
        self.toneSkill = ArtScore.rounded(toneSkill)
    }

    /// Mean colour distances that can't be seen, and at which nothing of the colours is left.
    private static let invisible = 0.5
    private static let foreign = 10.0

    private enum CodingKeys: String, CodingKey {
        case total
        case msSSIM = "ms_ssim"
        case ssim
        case blurredSSIM = "ssim_blurred"
        case deltaE = "delta_e"
        case correlation
        case toneSkill = "tone_skill"
    }

    /// Names and values of the details, in a fixed order.
    package var figures: [(name: String, value: Double)] {
        [
            (CodingKeys.msSSIM, msSSIM), (.ssim, ssim), (.blurredSSIM, blurredSSIM), (.deltaE, deltaE),
            (.correlation, correlation), (.toneSkill, toneSkill),
        ].map { key, value in (key.rawValue, value) }
    }

    private static func rounded(_ figure: Double) -> Double { (figure * 10_000).rounded() / 10_000 }
}
