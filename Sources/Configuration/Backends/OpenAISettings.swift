package import Domain

/// The settings of a backend of type `openai` beside those common to all backends.
package struct OpenAISettings: Equatable, Sendable {
    /// Without a trailing slash.
    package var baseURL: String
    package var profile: ImagesProfile
    /// Azure's API version.
    package var apiVersion: String?
    package var model: String
    package var quality: String?
    /// The sizes that the model supports; empty for the service's known sizes.
    package var sizes: [PictureSize]
    /// `nil` for the profile's default.
    package var sendResponseFormat: Bool?
    /// `nil` for the profile's default.
    package var edits: EditEncoding?
    package var extra: [String: JSONValue]

    package init(
        baseURL: String, profile: ImagesProfile = .openai, apiVersion: String? = nil, model: String,
        quality: String? = nil, sizes: [PictureSize] = [], sendResponseFormat: Bool? = nil,
        edits: EditEncoding? = nil, extra: [String: JSONValue] = [:]
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
