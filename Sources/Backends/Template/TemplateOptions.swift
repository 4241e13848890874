package import Domain

/// What is configured of one service that a template describes.
package struct TemplateOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    package var template: Template
    /// In place of the template's own.
    package var baseURL: String?
    package var model: String?
    package var key: Secret?
    /// Beside the template's own.
    package var allowedHosts: [HostPattern]
    /// Empty: none is sent.
    package var negativePrompt: String
    /// For the places that the template says the configuration gives.
    package var values: [String: JSONValue]
    /// Laid over the body's fields.
    package var extra: [String: JSONValue]
    /// Whether calls cost nothing, so that a lost answer is simply asked for again.
    package var isFree: Bool
    /// How long a picture may take.
    package var timeout: Duration
    /// How many calls at once.
    package var concurrency: Int
    package var onUnknown: UnknownPolicy
    package var probeInterval: Duration

    package init(
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
