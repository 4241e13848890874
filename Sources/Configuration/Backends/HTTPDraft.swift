import Domain

/// What only a backend of type `http` has, while it is read.
struct HTTPDraft: Sendable {
    var template: TemplateSource?
    var model: String?
    var negativePrompt = ""
    var values: [String: JSONValue] = [:]
    var extra: [String: JSONValue] = [:]

    /// `nil` when something is missing.
    func settings(at baseURL: String?) -> HTTPSettings? {
        guard let template else { return nil }
        return HTTPSettings(
            template: template, baseURL: baseURL, model: model, negativePrompt: negativePrompt, values: values,
            extra: extra)
    }
}
