package import Domain

/// The configuration of one service with OpenAI's images API.
package struct OpenAIOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    /// Such as `https://api.openai.com/v1`, without a slash at the end.
    package var baseURL: String
    package var profile: ImagesProfile
    /// Azure's API version, such as `2025-04-01-preview`.
    package var apiVersion: String?
    /// Always sent.
    package var model: String
    /// The API key; `nil` for servers that need none.
    package var key: Secret?
    /// Hosts in a private network that pictures may be downloaded from.
    package var allowedHosts: [HostPattern]
    /// `low`, `medium`, `high` and so on; sent when there is one.
    package var quality: String?
    /// The sizes that the model supports; empty for those the service is known to support.
    package var sizes: [PictureSize]
    /// Whether to request the picture in the response: older models and some servers return addresses otherwise; newer
    /// models reject the field. `nil` for the profile's default.
    package var sendResponseFormat: Bool?
    /// The form of input pictures. `nil` for the profile's default.
    package var edits: EditEncoding?
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
        name: String, baseURL: String, profile: ImagesProfile = .openai, apiVersion: String? = nil, model: String,
        key: Secret? = nil, allowedHosts: [HostPattern] = [], quality: String? = nil, sizes: [PictureSize] = [],
        sendResponseFormat: Bool? = nil, edits: EditEncoding? = nil, extra: [String: JSONValue] = [:],
        isFree: Bool = false, timeout: Duration = .seconds(300), concurrency: Int = 4,
        onUnknown: UnknownOutcomePolicy = .hold, probeInterval: Duration = .seconds(30)
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
