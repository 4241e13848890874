package import Domain

/// One table `[backends.NAME]`.
package struct BackendSettings: Equatable, Sendable {
    /// What it speaks, with what only that needs.
    package enum Service: Equatable, Sendable {
        case openai(OpenAISettings)
        case comfyui(ComfyUISettings)
        case a1111(A1111Settings)
        case http(HTTPSettings)
        case karlo(KarloSettings)
        case exec(ExecSettings)
        /// Nothing by itself: these work in its place, the first that takes calls.
        case chain([String])
        case fixture(FixtureSettings)
    }

    package var name: String
    package var service: Service
    /// Where its key is; absent for a server that wants none.
    package var key: KeySource?
    /// How its server is reached.
    package var network: BackendNetwork
    /// What is asked for when neither the drop nor its folder names a size.
    package var size: PictureSize?
    /// How many calls at once.
    package var concurrency: Int
    /// How long a picture may take.
    package var timeout: Duration
    /// How often its health is looked at while it is down.
    package var probeInterval: Duration
    package var onUnknown: UnknownPolicy
    /// How often it may be asked.
    package var rate: CallRate?
    /// What its pictures cost.
    package var price: Price?
    /// Whether the configuration says `free = true`. See `isFree`.
    package var isDeclaredFree: Bool
    package var budget: Caps
    /// Who works in its place while it takes no calls.
    package var fallback: [String]

    package init(
        name: String, service: Service, key: KeySource? = nil, network: BackendNetwork = BackendNetwork(),
        size: PictureSize? = nil, concurrency: Int = 4, timeout: Duration = .seconds(300),
        probeInterval: Duration = .seconds(30), onUnknown: UnknownPolicy = .hold, rate: CallRate? = nil,
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
