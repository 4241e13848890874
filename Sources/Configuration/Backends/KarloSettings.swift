/// What a table `[backends.NAME]` of type `karlo` says beside what every backend has.
public struct KarloSettings: Equatable, Sendable {
    /// Without a slash at the end.
    public var baseURL: String
    public var version: String?
    public var negativePrompt: String?
    public var steps: Int?
    public var guidance: Double?
    public var priorSteps: Int?
    public var priorGuidance: Double?
    public var scheduler: String?
    /// Whether Karlo looks at its picture for indecency.
    public var isChecked: Bool

    public init(
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
