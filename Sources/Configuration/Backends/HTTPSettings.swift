package import Domain

/// What a table `[backends.NAME]` of type `http` says beside what every backend has.
package struct HTTPSettings: Equatable, Sendable {
    package var template: TemplateSource
    /// In place of the template's own, without a slash at the end.
    package var baseURL: String?
    package var model: String?
    package var negativePrompt: String
    /// What the template says that the configuration gives.
    package var values: [String: JSONValue]
    /// Further fields of the request.
    package var extra: [String: JSONValue]

    package init(
        template: TemplateSource, baseURL: String? = nil, model: String? = nil, negativePrompt: String = "",
        values: [String: JSONValue] = [:], extra: [String: JSONValue] = [:]
    ) {
        self.template = template
        self.baseURL = baseURL
        self.model = model
        self.negativePrompt = negativePrompt
        self.values = values
        self.extra = extra
    }
}
