import Domain

extension HTTPDraft {
    /// `paths` makes the template's file absolute.
    static func fields(_ paths: PathResolver) -> [Field<HTTPDraft>] {
        [
            Field(
                "template", optional: \.template, .template(paths), startingFrom: .shipped(.bfl),
                FieldHelp(
                    "Template that describes the service: the name of a built-in one, or a file such as ./mine.json",
                    "서비스를 설명하는 템플릿: 내장 템플릿의 이름 또는 ./mine.json 같은 파일")),
            Field(
                "model", optional: \.model, .line(1...200), startingFrom: "",
                FieldHelp("Value of {{model}}", "{{model}} 자리에 들어갈 값")),
            Field(
                "negative_prompt", \.negativePrompt, .line(0...4000),
                FieldHelp("Value of {{negative_prompt?}}", "{{negative_prompt?}} 자리에 들어갈 값")),
            Field(
                "values", \.values, .extra(owned: []),
                FieldHelp("Values that the template requires, by name", "템플릿에 필요한 값")),
            Field(
                "extra", \.extra, .extra(owned: []),
                FieldHelp("Additional request fields, overlaid on the template's", "템플릿의 요청에 덮어쓸 필드")),
        ]
    }
}

extension FieldCodec where Value == TemplateSource {
    /// A built-in template's name, or a file: text that contains a slash or ends in `.json`.
    static func template(_ paths: PathResolver) -> Self {
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
