package import BackendKit
package import Domain

/// A service described by a template.
package struct TemplateSettings: BackendKindSettings {
    var template = TemplateSource.file(FolderPath(""))
    /// Overrides the template's address.
    var baseURL: String?
    var model: String?
    /// Empty if none is sent.
    var negativePrompt = ""
    /// The values that the template requires from the configuration.
    var values: [String: JSONValue] = [:]
    /// The member of the body, beside `extra`, that lists all input pictures as data addresses, instead of the
    /// template's own places for them.
    var picturesKey: String?
    /// The largest number of input pictures; `nil` for the template's.
    var inputPictures: Int?
    /// Fields merged over those of the body.
    var extra: [String: JSONValue] = [:]

    package static let kind = BackendKind(
        type: TemplateBackend.kind, defaults: TemplateSettings(), fields: fields, required: ["template"],
        traits: BackendTraits(returnsURLs: true)
    ) { own, context, host throws(BackendSetupFailure) in
        let template = try own.readTemplate(host)
        let mistakes = own.mistakes(for: template, under: "backends." + context.name)
        guard mistakes.isEmpty, let base = own.base(template) else {
            throw BackendSetupFailure(mistakes.map { .field($0) })
        }
        var prepared = PreparedBackend(context) { context in
            TemplateBackend(own, template, at: base, context, transport: host.transport, utc: host.utc)
        }
        prepared.keyVariables = template.auth?.environment ?? []
        prepared.needsKey = template.auth?.needsKey ?? false
        return prepared
    }

    package var address: String? { baseURL }

    package func addPurchase(to fields: inout CanonicalFields) {
        switch template {
        case .shipped(let template): fields.add("template", template.rawValue)
        case .file(let path): fields.add("template_file", path.bytes)
        }
        fields.add("base_url", baseURL)
        fields.add("model", model)
        fields.add("negative_prompt", negativePrompt)
        fields.add("values", values)
        fields.add("extra", extra)
        fields.add("pictures_key", picturesKey)
    }

    /// The template's abilities, with the configured place and number of input pictures.
    func abilities(_ template: Template) -> BackendCapabilities {
        var abilities = template.abilities
        if picturesKey != nil {
            abilities.tasks.insert(.imageToImage)
            abilities.pictures = InputPictures.most
        }
        abilities.pictures = min(abilities.pictures, inputPictures ?? InputPictures.most)
        return abilities
    }

    package var configuredOptions: Set<GenerationOption> {
        .where([.model: model != nil, .negativePrompt: !negativePrompt.isEmpty])
    }

    /// The configured address, or else the template's; `nil` if neither can be used.
    func base(_ template: Template) -> WebAddress? {
        (baseURL ?? template.baseURL).flatMap { WebAddress($0) }
    }

    /// Returns every value that is missing for the template, or that it doesn't know, by its configuration key below
    /// `table`, such as `backends.studio`.
    func mistakes(for template: Template, under table: String) -> [FieldFailure] {
        var reader = FieldReader()
        func report(_ problem: FieldFailure.Problem, _ key: String) { reader.report(problem, key: table + "." + key) }
        let texts = [template.poll?.path, template.cancel?.path, template.probe, template.auth?.value]
            .compactMap(\.self)
        let placeholders = template.submitPlaceholders + texts.flatMap(\.placeholders)
        let needed = Set(placeholders.filter { !$0.isOptional }.map(\.name))
        if needed.contains("model"), model == nil { report(.missing, "model") }
        if base(template) == nil { report(.missing, "base_url") }
        for name in template.values where needed.contains(name) && values[name] == nil {
            report(.missing, "values." + name)
        }
        for name in values.keys.sorted() where !template.values.contains(name) {
            report(.unknown(nearest: NearestName.of(name, among: template.values)), "values." + name)
        }
        if !extra.isEmpty, case .none = template.submit.body { report(.conflict(with: "template"), "extra") }
        if picturesKey != nil {
            if case .json = template.submit.body {} else { report(.conflict(with: "template"), "pictures_key") }
        }
        return reader.failures
    }

    private func readTemplate(_ host: BackendHost) throws(BackendSetupFailure) -> Template {
        do throws(ConfigurationFailure) {
            switch template {
            case .shipped(let shipped): return try shipped.template()
            case .file(let path):
                return try Template.read(try host.configurationFile(path, Template.largest), file: path.shown)
            }
        } catch {
            throw BackendSetupFailure([.file(error)])
        }
    }

    private static func fields(_ context: BackendFieldContext) -> [Field<TemplateSettings>] {
        [
            Field(
                "template", \.template, .template(context.paths),
                FieldHelp(
                    "Template that describes the service: the name of a built-in one, or a file such as ./mine.json",
                    "서비스를 설명하는 템플릿: 내장 템플릿의 이름 또는 ./mine.json 같은 파일")),
            .baseURL(optional: \.baseURL),
            Field(
                "model", optional: \.model, .line(1...200),
                FieldHelp("Value of {{model}}", "{{model}} 자리에 들어갈 값")),
            Field(
                "negative_prompt", \.negativePrompt, .line(0...4000),
                FieldHelp("Value of {{negative_prompt?}}", "{{negative_prompt?}} 자리에 들어갈 값")),
            Field(
                "values", \.values, .extra(owned: []),
                FieldHelp("Values that the template requires, by name", "템플릿에 필요한 값")),
            Field(
                "pictures_key", optional: \.picturesKey, .line(1...64),
                FieldHelp(
                    "Request field that lists all input pictures, such as image_urls, instead of the template's",
                    "모든 입력 그림을 목록으로 담을 요청 필드, 예: image_urls. 템플릿의 자리 대신 사용")),
            .inputPictures(\.inputPictures),
            Field(
                "extra", \.extra, .extra(owned: []),
                FieldHelp("Additional request fields, overlaid on the template's", "템플릿의 요청에 덮어쓸 필드")),
        ]
    }
}

/// The template of a backend.
enum TemplateSource: Equatable, Sendable {
    case shipped(ShippedTemplate)
    case file(FolderPath)
}

/// The services for which a template is shipped. The raw value is the name in configurations.
package enum ShippedTemplate: String, Equatable, Sendable, CaseIterable {
    case bfl
    case replicate
    case fal
    case stability
    case gemini
    case huggingface
    case cloudflare
}

extension FieldCodec where Value == TemplateSource {
    /// A built-in template's name, or a file: text that contains a slash or ends in `.json`.
    fileprivate static func template(_ paths: PathResolver) -> Self {
        let names = ShippedTemplate.allCases.map(\.rawValue)
        return FieldCodec(.choice(names + ["FILE.json"]), show: shown) { text throws(FieldFailure.Problem) in
            if let shipped = ShippedTemplate(rawValue: text) { return .shipped(shipped) }
            guard text.contains("/") || text.hasSuffix(".json"), !text.utf8.contains(0) else {
                throw .notOneOf(got: text, choices: names, nearest: NearestName.of(text, among: names))
            }
            return .file(paths.path(text))
        }
    }

    private static func shown(_ source: TemplateSource) -> String {
        switch source {
        case .shipped(let shipped): shipped.rawValue
        case .file(let path): path.shown
        }
    }
}
