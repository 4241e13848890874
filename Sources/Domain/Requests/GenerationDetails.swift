/// What is said of a generated picture beside its words, size and seed. What is `nil` is left to the backend.
package struct GenerationDetails: Hashable, Sendable, Codable {
    /// What the picture should not show; an empty one stands for none, also where the backend has its own.
    package var negativePrompt: String?
    package var model: String?
    package var steps: Int?
    /// How closely the words are followed; services call it guidance or CFG scale.
    package var guidance: Double?
    package var scheduler: String?
    /// How far the result may go from the picture that it is made from: 0 not at all, 1 wholly.
    package var strength: Double?
    /// Which part of the picture that it is made from is painted anew.
    package var mask: MaskKind?
    package var quality: String?
    package var format: GeneratedFormat?
    /// How many times as wide and high the picture is made afterwards.
    package var upscale: Int?

    package init(
        negativePrompt: String? = nil, model: String? = nil, steps: Int? = nil, guidance: Double? = nil,
        scheduler: String? = nil, strength: Double? = nil, mask: MaskKind? = nil, quality: String? = nil,
        format: GeneratedFormat? = nil, upscale: Int? = nil
    ) {
        self.negativePrompt = negativePrompt
        self.model = model
        self.steps = steps
        self.guidance = guidance
        self.scheduler = scheduler
        self.strength = strength
        self.mask = mask
        self.quality = quality
        self.format = format
        self.upscale = upscale
    }
}
