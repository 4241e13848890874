import Domain

/// The fields specific to type `http`, while they are being read.
struct HTTPDraft: Sendable {
    var template: TemplateSource?
    var model: String?
    var negativePrompt = ""
    var values: [String: JSONValue] = [:]
    var extra: [String: JSONValue] = [:]

    /// `nil` when a required field is missing.
    func settings(at baseURL: String?) -> HTTPSettings? {
        guard let template else { return nil }
        return HTTPSettings(
            template: template, baseURL: baseURL, model: model, negativePrompt: negativePrompt, values: values,
            extra: extra)
    }
}
