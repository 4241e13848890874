public import Domain

/// What is configured of Kakao's Karlo.
public struct KarloOptions: Equatable, Sendable {
    /// The configured name.
    public var name: String
    /// Such as `https://api.kakaobrain.com`, without a slash at the end.
    public var baseURL: String
    /// The application's REST API key.
    public var key: Secret?
    /// Which hosts a picture may be fetched from though they are inside a network.
    public var allowedHosts: [HostPattern]
    /// `v2.0` or `v2.1`; absent: the service's own choice.
    public var version: String?
    /// At most 256 characters.
    public var negativePrompt: String?
    /// 10–100, as `priorSteps`.
    public var steps: Int?
    /// 1–20, as `priorGuidance`.
    public var guidance: Double?
    public var priorSteps: Int?
    public var priorGuidance: Double?
    public var scheduler: String?
    /// Whether Karlo looks at its picture; one that it finds indecent is refused.
    public var isChecked: Bool
    /// Whether calls cost nothing, so that a lost answer is simply asked for again.
    public var isFree: Bool
    /// How long a picture may take.
    public var timeout: Duration
    /// How many calls at once.
    public var concurrency: Int
    public var onUnknown: UnknownPolicy
    public var probeInterval: Duration

    public init(
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
