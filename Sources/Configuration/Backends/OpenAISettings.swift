package import Domain

/// What a table `[backends.NAME]` of type `openai` says beside what every backend has.
package struct OpenAISettings: Equatable, Sendable {
    /// Without a slash at the end.
    package var baseURL: String
    package var profile: ImagesProfile
    /// Azure's date of its interface.
    package var apiVersion: String?
    package var model: String
    package var quality: String?
    /// The sizes that the model takes; empty: what the service is known to take.
    package var sizes: [PictureSize]
    /// `nil`: as the profile knows.
    package var sendResponseFormat: Bool?
    /// `nil`: as the profile knows.
    package var edits: EditsForm?
    package var extra: [String: JSONValue]

    package init(
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
