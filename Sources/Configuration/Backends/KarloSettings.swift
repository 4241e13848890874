/// The settings of a backend of type `karlo` beside those common to all backends.
package struct KarloSettings: Equatable, Sendable {
    /// Without a trailing slash.
    package var baseURL: String
    package var version: String?
    package var negativePrompt: String?
    package var steps: Int?
    package var guidance: Double?
    package var priorSteps: Int?
    package var priorGuidance: Double?
    package var scheduler: String?
    /// Whether Karlo checks its pictures for NSFW content.
    package var isChecked: Bool

    package init(
        baseURL: String = "https://api.kakaobrain.com", version: String? = nil, negativePrompt: String? = nil,
        steps: Int? = nil, guidance: Double? = nil, priorSteps: Int? = nil, priorGuidance: Double? = nil,
        scheduler: String? = nil, isChecked: Bool = false
    ) {
        self.baseURL = baseURL
        self.version = version
        self.negativePrompt = negativePrompt
        self.steps = steps
        self.guidance = guidance
        self.priorSteps = priorSteps
        self.priorGuidance = priorGuidance
        self.scheduler = scheduler
        self.isChecked = isChecked
    }
}
