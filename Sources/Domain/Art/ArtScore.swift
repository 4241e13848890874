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
