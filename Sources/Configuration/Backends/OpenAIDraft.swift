import Domain

/// What only a backend of type `openai` has, while it is read.
struct OpenAIDraft: Sendable {
    var model: String?
    var quality: String?
    var sizes: [PictureSize] = []
    var sendResponseFormat = false
    var extra: [String: JSONValue] = [:]

    /// `nil` when something is missing.
    func settings(at baseURL: String?) -> OpenAISettings? {
        guard let baseURL, let model else { return nil }
        return OpenAISettings(
            baseURL: baseURL, model: model, quality: quality, sizes: sizes, sendResponseFormat: sendResponseFormat,
            extra: extra)
    }
}
