package import Domain

/// The configuration of one service described by a template.
package struct TemplateOptions: Equatable, Sendable {
    /// The configured name.
    package var name: String
    package var template: Template
    /// Overrides the template's address.
    package var baseURL: String?
    package var model: String?
    package var key: Secret?
    /// Hosts allowed in addition to the template's.
    package var allowedHosts: [HostPattern]
    /// Empty if none is sent.
    package var negativePrompt: String
    /// The values that the template requires from the configuration.
    package var values: [String: JSONValue]
    /// Fields merged over those of the body.
    package var extra: [String: JSONValue]
    /// Whether calls are free, so that a lost response is simply requested again.
    package var isFree: Bool
    /// The time limit of one picture.
    package var timeout: Duration
    /// The maximum number of concurrent calls.
    package var concurrency: Int
    package var onUnknown: UnknownOutcomePolicy
    package var probeInterval: Duration

    package init(
        name: String, template: Template, baseURL: String? = nil, model: String? = nil, key: Secret? = nil,
        allowedHosts: [HostPattern] = [],
        negativePrompt: String = "",
        values: [String: JSONValue] = [:], extra: [String: JSONValue] = [:], isFree: Bool = false,
        timeout: Duration = .seconds(300), concurrency: Int = 4, onUnknown: UnknownOutcomePolicy = .hold,
        probeInterval: Duration = .seconds(30)
    ) {
        self.name = name
        self.template = template
        self.baseURL = baseURL
        self.model = model
        self.key = key
        self.allowedHosts = allowedHosts
        self.negativePrompt = negativePrompt
        self.values = values
        self.extra = extra
        self.isFree = isFree
        self.timeout = timeout
        self.concurrency = concurrency
        self.onUnknown = onUnknown
        self.probeInterval = probeInterval
    }
}

/// The values that a template needs from the configuration.
package struct TemplateRequirements: Equatable, Sendable {
    private let template: Template

    package init(_ template: Template) {
        self.template = template
    }

    /// Returns every missing or unknown value, by its configuration key below `place`, such as `backends.studio`.
    package func faults(
        model: String?, baseURL: String?, values: [String: JSONValue], hasExtra: Bool, under place: String
    ) -> [FieldFailure] {
        var faults: [FieldFailure] = []
        func report(_ problem: FieldFailure.Problem, _ key: String) {
            faults.append(FieldFailure(key: place + "." + key, problem: problem))
        }
        if needsModel, model == nil { report(.missing, "model") }
        if template.baseURL == nil, baseURL == nil { report(.missing, "base_url") }
        let needed = Set(places.filter { !$0.isOptional }.map(\.name))
        for name in template.values where needed.contains(name) && values[name] == nil {
            report(.missing, "values." + name)
        }
        for name in values.keys.sorted() where !template.values.contains(name) {
            report(.unknown(nearest: NearestName.of(name, among: template.values)), "values." + name)
        }
        if hasExtra, case .none = template.submit.body { report(.conflict(with: "template"), "extra") }
        return faults
    }

    private var needsModel: Bool {
        places.contains { $0.name == "model" && !$0.isOptional }
    }

    private var places: [TemplateText.Place] {
        var places = template.submit.places
        for text in [template.poll?.path, template.probe, template.auth?.value] { places += text?.places ?? [] }
        return places
    }
}
