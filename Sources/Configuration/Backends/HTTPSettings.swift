package import Domain

/// The settings of a backend of type `http` beside those common to all backends.
package struct HTTPSettings: Equatable, Sendable {
    package var template: TemplateSource
    /// Replaces the template's own; without a trailing slash.
    package var baseURL: String?
    package var model: String?
    package var negativePrompt: String
    /// Values that the template takes from the configuration.
    package var values: [String: JSONValue]
    /// Additional request fields.
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
