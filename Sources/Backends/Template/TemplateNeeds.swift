package import Domain

/// What a template needs of the configuration, held against what that gives.
package struct TemplateNeeds: Equatable, Sendable {
    private let template: Template

    package init(_ template: Template) {
        self.template = template
    }

    /// Every fault, by the configuration's keys below `place`, such as `backends.studio`.
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
