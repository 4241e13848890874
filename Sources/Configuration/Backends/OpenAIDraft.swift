import Domain

/// What only a backend of type `openai` has, while it is read.
struct OpenAIDraft: Sendable {
    var profile = ImagesProfile.openai
    var apiVersion: String?
    var model: String?
    var quality: String?
    var sizes: [PictureSize] = []
    var sendResponseFormat: Bool?
    var edits: EditsForm?
    var extra: [String: JSONValue] = [:]

    /// `nil` when something is missing.
    func settings(at baseURL: String?) -> OpenAISettings? {
        guard let baseURL, let model else { return nil }
        return OpenAISettings(
            baseURL: baseURL, profile: profile, apiVersion: apiVersion, model: model, quality: quality, sizes: sizes,
            sendResponseFormat: sendResponseFormat, edits: edits, extra: extra)
    }

    /// Azure's older addresses are nothing without the date of the interface.
    func needsVersion(at baseURL: String?) -> Bool {
        profile == .azure && baseURL?.hasSuffix("/v1") != true
    }
}
