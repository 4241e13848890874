package import Domain

/// The settings in one table `[backends.NAME]`.
package struct BackendSettings: Equatable, Sendable {
    /// The backend's type with the settings that only it has.
    package enum Service: Equatable, Sendable {
        case openai(OpenAISettings)
        case comfyui(ComfyUISettings)
        case a1111(A1111Settings)
        case http(HTTPSettings)
        case karlo(KarloSettings)
        case exec(ExecSettings)
        /// Delegates to the first of these backends that is available.
        case chain([String])
        case fixture(FixtureSettings)
    }

    package var name: String
    package var service: Service
    /// The source of the API key; `nil` for a server without one.
    package var key: KeySource?
    /// Network settings.
    package var network: BackendNetwork
    /// The picture size when neither the drop nor its folder sets one.
    package var size: PictureSize?
    /// The maximum number of concurrent calls.
    package var concurrency: Int
    /// The time limit per picture.
    package var timeout: Duration
    /// The interval of health checks while the backend is down.
    package var probeInterval: Duration
    package var onUnknown: UnknownOutcomePolicy
    /// The rate limit.
    package var rate: RateLimit?
    /// The price of its pictures.
    package var price: Price?
    /// Whether the configuration sets `free = true`. See `isFree`.
    package var isDeclaredFree: Bool
    package var budget: Caps
    /// Backends used instead while this one is unavailable.
    package var fallback: [String]

    package init(
        name: String, service: Service, key: KeySource? = nil, network: BackendNetwork = BackendNetwork(),
        size: PictureSize? = nil, concurrency: Int = 4, timeout: Duration = .seconds(300),
        probeInterval: Duration = .seconds(30), onUnknown: UnknownOutcomePolicy = .hold, rate: RateLimit? = nil,
        price: Price? = nil, isDeclaredFree: Bool = false, budget: Caps = Caps(), fallback: [String] = []
    ) {
        self.name = name
        self.service = service
        self.key = key
        self.network = network
        self.size = size
        self.concurrency = concurrency
        self.timeout = timeout
        self.probeInterval = probeInterval
        self.onUnknown = onUnknown
        self.rate = rate
        self.price = price
        self.isDeclaredFree = isDeclaredFree
        self.budget = budget
        self.fallback = fallback
    }
}
