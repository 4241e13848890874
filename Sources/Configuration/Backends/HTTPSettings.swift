public import Domain

/// What a table `[backends.NAME]` of type `http` says beside what every backend has.
public struct HTTPSettings: Equatable, Sendable {
    public var template: TemplateSource
    /// In place of the template's own, without a slash at the end.
    public var baseURL: String?
    public var model: String?
    public var negativePrompt: String
    /// What the template says that the configuration gives.
    public var values: [String: JSONValue]
    /// Further fields of the request.
    public var extra: [String: JSONValue]

    public init(
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
