package import Domain

/// The configuration of Kakao's Karlo.
package struct KarloOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// Such as `https://api.kakaobrain.com`, without a slash at the end.
    package var baseURL: String
    /// The application's REST API key.
    package var key: Secret?
    /// Hosts in a private network that pictures may be downloaded from.
    package var allowedHosts: [HostPattern]
    /// `v2.0` or `v2.1`; `nil` for the service's default.
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
    /// Whether Karlo checks its pictures and rejects indecent ones.
    package var isChecked: Bool
    /// Whether calls are free, so that a lost response is simply requested again.
    package var isFree: Bool
    /// The time limit of one picture.
    package var timeout: Duration
    /// The maximum number of concurrent calls.
    package var concurrency: Int
    package var onUnknown: UnknownOutcomePolicy
    package var probeInterval: Duration

    package init(
        name: String, baseURL: String, key: Secret?, allowedHosts: [HostPattern] = [], version: String? = nil,
        negativePrompt: String? = nil,
        steps: Int? = nil, guidance: Double? = nil, priorSteps: Int? = nil, priorGuidance: Double? = nil,
        scheduler: String? = nil, isChecked: Bool = false, isFree: Bool = false,
        timeout: Duration = .seconds(300), concurrency: Int = 4, onUnknown: UnknownOutcomePolicy = .hold,
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
