package import Domain

/// The configuration of one server with the web UI's API.
package struct A1111Options: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// Such as `http://127.0.0.1:7860`, with or without `/sdapi/v1` at its end.
    package var baseURL: String
    /// The checkpoint's name, title or hash; `nil` for the one that is loaded.
    package var model: String?
    /// `user:password`, for a server that was started with `--api-auth`.
    package var key: Secret?
    package var negativePrompt: String?
    package var steps: Int?
    package var sampler: String?
    package var scheduler: String?
    /// How closely to follow the prompt (`cfg_scale`).
    package var guidance: Double?
    /// Whether textifyd is the server's only client, so that interrupting it can only stop textifyd's own work.
    package var isExclusive: Bool
    /// Fields merged into the body unchanged.
    package var extra: [String: JSONValue]
    /// Whether calls are free, so that a lost response is simply requested again.
    package var isFree: Bool
    /// The time limit of one picture.
    package var timeout: Duration
    /// The maximum number of concurrent calls.
    package var concurrency: Int
    package var onUnknown: UnknownOutcomePolicy
    package var probeInterval: Duration

    package init(
        name: String, baseURL: String, model: String? = nil, key: Secret? = nil, negativePrompt: String? = nil,
        steps: Int? = nil, sampler: String? = nil, scheduler: String? = nil, guidance: Double? = nil,
        isExclusive: Bool = false, extra: [String: JSONValue] = [:], isFree: Bool = true,
        timeout: Duration = .seconds(3600),
        concurrency: Int = 1, onUnknown: UnknownOutcomePolicy = .hold, probeInterval: Duration = .seconds(30)
    ) {
        self.name = name
        self.baseURL = baseURL
        self.model = model
        self.key = key
        self.negativePrompt = negativePrompt
        self.steps = steps
        self.sampler = sampler
        self.scheduler = scheduler
        self.guidance = guidance
        self.isExclusive = isExclusive
        self.extra = extra
        self.isFree = isFree
        self.timeout = timeout
        self.concurrency = concurrency
        self.onUnknown = onUnknown
        self.probeInterval = probeInterval
    }
}
