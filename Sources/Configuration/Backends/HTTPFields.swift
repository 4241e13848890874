import Domain

extension HTTPDraft {
    /// `paths` makes the template's file absolute.
    static func fields(_ paths: PathResolver) -> [Field<HTTPDraft>] {
        [
            Field(
                "template", optional: \.template, .template(paths), startingFrom: .shipped(.bfl),
                FieldHelp(
                    "What describes the service: the name of a shipped template, or a file of yours such as ./mine.json",
                    "서비스를 설명하는 템플릿: 함께 오는 템플릿의 이름, 또는 ./mine.json 같은 파일")),
            Field(
                "model", optional: \.model, .line(1...200), startingFrom: "",
                FieldHelp("What stands for {{model}}", "{{model}} 자리에 들어갈 말")),
            Field(
                "negative_prompt", \.negativePrompt, .line(0...4000),
                FieldHelp("What stands for {{negative_prompt?}}", "{{negative_prompt?}} 자리에 들어갈 말")),
            Field(
                "values", \.values, .extra(owned: []),
                FieldHelp("What the template asks the configuration for, by name", "템플릿이 설정에서 찾는 값들")),
            Field(
                "extra", \.extra, .extra(owned: []),
                FieldHelp("Further fields of the request, laid over the template's", "템플릿의 요청 위에 더할 값들")),
        ]
    }
}

extension FieldForm where Value == TemplateSource {
    /// A shipped template's name, or a file: what has a slash in it, or ends in `.json`.
    static func template(_ paths: PathResolver) -> Self {
        let names = ShippedTemplate.allCases.map(\.rawValue)
        return FieldForm(.choice(names + ["FILE.json"]), show: shown) { text throws(FieldFailure.Problem) in
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
