package import Domain

/// What is configured of one service that speaks OpenAI's images dialect.
package struct OpenAIOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// Such as `https://api.openai.com/v1`, without a slash at the end.
    package var baseURL: String
    package var profile: ImagesProfile
    /// Azure's date of its interface, such as `2025-04-01-preview`.
    package var apiVersion: String?
    /// Always sent.
    package var model: String
    /// Absent for local servers that want none.
    package var key: Secret?
    /// Which hosts a picture may be fetched from though they are inside a network.
    package var allowedHosts: [HostPattern]
    /// `low`, `medium`, `high` and so on; sent when there is one.
    package var quality: String?
    /// The sizes that the model takes; empty: what the service is known to take.
    package var sizes: [PictureSize]
    /// Whether to ask for the picture in the answer: older models and some servers send addresses unless they are
    /// asked, newer models refuse the field. `nil`: as the profile knows.
    package var sendResponseFormat: Bool?
    /// How pictures are handed over to be edited. `nil`: as the profile knows.
    package var edits: EditsForm?
    /// Merged into the body as it is.
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
        name: String, baseURL: String, profile: ImagesProfile = .openai, apiVersion: String? = nil, model: String,
        key: Secret? = nil, allowedHosts: [HostPattern] = [], quality: String? = nil, sizes: [PictureSize] = [],
        sendResponseFormat: Bool? = nil, edits: EditsForm? = nil, extra: [String: JSONValue] = [:],
        isFree: Bool = false, timeout: Duration = .seconds(300), concurrency: Int = 4,
        onUnknown: UnknownPolicy = .hold, probeInterval: Duration = .seconds(30)
    ) {
        self.name = name
        self.baseURL = baseURL
        self.profile = profile
        self.apiVersion = apiVersion
        self.model = model
        self.key = key
        self.allowedHosts = allowedHosts
        self.quality = quality
        self.sizes = sizes
        self.sendResponseFormat = sendResponseFormat
        self.edits = edits
        self.extra = extra
        self.isFree = isFree
        self.timeout = timeout
        self.concurrency = concurrency
        self.onUnknown = onUnknown
        self.probeInterval = probeInterval
    }
}
