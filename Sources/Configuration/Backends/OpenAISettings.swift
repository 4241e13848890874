public import Domain

/// What a table `[backends.NAME]` of type `openai` says beside what every backend has.
public struct OpenAISettings: Equatable, Sendable {
    /// Without a slash at the end.
    public var baseURL: String
    public var profile: ImagesProfile
    /// Azure's date of its interface.
    public var apiVersion: String?
    public var model: String
    public var quality: String?
    /// The sizes that the model takes; empty: what the service is known to take.
    public var sizes: [PictureSize]
    /// `nil`: as the profile knows.
    public var sendResponseFormat: Bool?
    /// `nil`: as the profile knows.
    public var edits: EditsForm?
    public var extra: [String: JSONValue]

    public init(
        baseURL: String, profile: ImagesProfile = .openai, apiVersion: String? = nil, model: String,
        quality: String? = nil, sizes: [PictureSize] = [], sendResponseFormat: Bool? = nil,
        edits: EditsForm? = nil, extra: [String: JSONValue] = [:]
    ) {
        self.baseURL = baseURL
        self.profile = profile
        self.apiVersion = apiVersion
        self.model = model
        self.quality = quality
        self.sizes = sizes
        self.sendResponseFormat = sendResponseFormat
        self.edits = edits
        self.extra = extra
    }
}
