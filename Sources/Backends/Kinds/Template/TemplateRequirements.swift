import Domain

/// The values that a template needs from the configuration.
struct TemplateRequirements: Equatable, Sendable {
    private let template: Template

    init(_ template: Template) {
        self.template = template
    }

    /// Returns every missing or unknown value, by its configuration key below `place`, such as `backends.studio`.
    func faults(_ settings: TemplateSettings, under place: String) -> [FieldFailure] {
        var faults: [FieldFailure] = []
        func report(_ problem: FieldFailure.Problem, _ key: String) {
            faults.append(FieldFailure(key: place + "." + key, problem: problem))
        }
        if needsModel, settings.model == nil { report(.missing, "model") }
        if settings.base(template) == nil { report(.missing, "base_url") }
        let needed = Set(places.filter { !$0.isOptional }.map(\.name))
        for name in template.values where needed.contains(name) && settings.values[name] == nil {
            report(.missing, "values." + name)
        }
        for name in settings.values.keys.sorted() where !template.values.contains(name) {
            report(.unknown(nearest: NearestName.of(name, among: template.values)), "values." + name)
        }
        if !settings.extra.isEmpty, case .none = template.submit.body { report(.conflict(with: "template"), "extra") }
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
