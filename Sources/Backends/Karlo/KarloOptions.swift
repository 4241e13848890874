package import Domain

/// What is configured of Kakao's Karlo.
package struct KarloOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// Such as `https://api.kakaobrain.com`, without a slash at the end.
    package var baseURL: String
    /// The application's REST API key.
    package var key: Secret?
    /// Which hosts a picture may be fetched from though they are inside a network.
    package var allowedHosts: [HostPattern]
    /// `v2.0` or `v2.1`; absent: the service's own choice.
    package var version: String?
    /// At most 256 characters.
    package var negativePrompt: String?
    /// 10–100, as `priorSteps`.
    package var steps: Int?
    /// 1–20, as `priorGuidance`.
    package var guidance: Double?
    package var priorSteps: Int?
    package var priorGuidance: Double?
    package var scheduler: String?
    /// Whether Karlo looks at its picture; one that it finds indecent is refused.
    package var isChecked: Bool
    /// Whether calls cost nothing, so that a lost answer is simply asked for again.
    package var isFree: Bool
    /// How long a picture may take.
    package var timeout: Duration
    /// How many calls at once.
    package var concurrency: Int
    package var onUnknown: UnknownPolicy
    package var probeInterval: Duration

    package init(
        name: String, baseURL: String, key: Secret?, allowedHosts: [HostPattern] = [], version: String? = nil,
        negativePrompt: String? = nil,
        steps: Int? = nil, guidance: Double? = nil, priorSteps: Int? = nil, priorGuidance: Double? = nil,
        scheduler: String? = nil, isChecked: Bool = false, isFree: Bool = false,
        timeout: Duration = .seconds(300), concurrency: Int = 4, onUnknown: UnknownPolicy = .hold,
        probeInterval: Duration = .seconds(30)
    ) {
        self.name = name
        self.baseURL = baseURL
        self.key = key
        self.allowedHosts = allowedHosts
        self.version = version
        self.negativePrompt = negativePrompt
        self.steps = steps
        self.guidance = guidance
        self.priorSteps = priorSteps
        self.priorGuidance = priorGuidance
        self.scheduler = scheduler
        self.isChecked = isChecked
        self.isFree = isFree
        self.timeout = timeout
        self.concurrency = concurrency
        self.onUnknown = onUnknown
        self.probeInterval = probeInterval
    }
}
