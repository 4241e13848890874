import Domain

/// The fields specific to type `openai`, while they are being read.
struct OpenAIDraft: Sendable {
    var profile = ImagesProfile.openai
    var apiVersion: String?
    var model: String?
    var quality: String?
    var sizes: [PictureSize] = []
    var sendResponseFormat: Bool?
    var edits: EditEncoding?
    var extra: [String: JSONValue] = [:]

    /// `nil` when a required field is missing.
    func settings(at baseURL: String?) -> OpenAISettings? {
        guard let baseURL, let model else { return nil }
        return OpenAISettings(
            baseURL: baseURL, profile: profile, apiVersion: apiVersion, model: model, quality: quality, sizes: sizes,
            sendResponseFormat: sendResponseFormat, edits: edits, extra: extra)
    }

    /// Azure's older URLs require the API version.
    func needsVersion(at baseURL: String?) -> Bool {
        profile == .azure && baseURL?.hasSuffix("/v1") != true
    }
}
