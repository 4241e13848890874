public import Domain

/// What is configured of one service that a template describes.
public struct TemplateOptions: Equatable, Sendable {
    /// The configured name.
    public var name: String
    public var template: Template
    /// In place of the template's own.
    public var baseURL: String?
    public var model: String?
    public var key: Secret?
    /// Beside the template's own.
    public var allowedHosts: [HostPattern]
    /// Empty: none is sent.
    public var negativePrompt: String
    /// For the places that the template says the configuration gives.
    public var values: [String: JSONValue]
    /// Laid over the body's fields.
    public var extra: [String: JSONValue]
    /// Whether calls cost nothing, so that a lost answer is simply asked for again.
    public var isFree: Bool
    /// How long a picture may take.
    public var timeout: Duration
    /// How many calls at once.
    public var concurrency: Int
    public var onUnknown: UnknownPolicy
    public var probeInterval: Duration

    public init(
        name: String, template: Template, baseURL: String? = nil, model: String? = nil, key: Secret? = nil,
        allowedHosts: [HostPattern] = [],
        negativePrompt: String = "",
        values: [String: JSONValue] = [:], extra: [String: JSONValue] = [:], isFree: Bool = false,
        timeout: Duration = .seconds(300), concurrency: Int = 4, onUnknown: UnknownPolicy = .hold,
        probeInterval: Duration = .seconds(30)
    ) {
        self.name = name
        self.template = template
        self.baseURL = baseURL
        self.model = model
        self.key = key
        self.allowedHosts = allowedHosts
        self.negativePrompt = negativePrompt
        self.values = values
        self.extra = extra
        self.isFree = isFree
        self.timeout = timeout
        self.concurrency = concurrency
        self.onUnknown = onUnknown
        self.probeInterval = probeInterval
    }
}
