import Domain

extension TemplateReader {
    func submit(_ root: TemplateSection, hasRatios: Bool) -> Template.Submit? {
        let names = ["method", "path", "headers", "json", "form", "extra", "variants"]
        guard let section = root.section("submit", names) else { return nil }
        section.require("path")
        let inPath = TemplateValues.ofRequests.filter { hasRatios || $0 != "aspect_ratio" } + configured
        let path = path(section, "path", allowing: inPath)
        let method: HTTPMethod = section.choice("method") ?? .post
        let headers = headers(section)
        if section.has("json"), section.has("form") {
            section.report(.conflict(with: "json"), "form")
        }
        let body = body(section, allowing: inPath)
        let extra = section.read("extra") { value throws(FieldFailure.Problem) in
            let text = try TemplateSection.line(value)
            guard let members = JSONPath(text)?.members else { throw .malformed(got: text, example: "$.input") }
            return members
        }
        guard let path else { return nil }
        return Template.Submit(method: method, path: path, headers: headers, body: body, extra: extra ?? [])
    }

    /// Reads the changes of the request under certain conditions.
    func variants(_ root: TemplateSection, hasRatios: Bool) -> [SubmitVariant] {
        guard let submit = root.section("submit", nil) else { return [] }
        let inPath = TemplateValues.ofRequests.filter { hasRatios || $0 != "aspect_ratio" } + configured
        let values = submit.list("variants") { value throws(FieldFailure.Problem) in value } ?? []
        return values.enumerated().compactMap { index, value in
            let names = ["when", "path", "headers", "json", "form"]
            let key = "submit.variants[\(index)]"
            guard let section = TemplateSection(value, key: key, names: names, self) else { return nil }
            for (own, other) in [("json", "form"), ("form", "json")] where section.has(own) {
                if section.has(other) || submit.has(other) { section.report(.conflict(with: other), own) }
            }
            guard let condition = condition(section) else { return nil }
            var variant = SubmitVariant(
                condition: condition, path: path(section, "path", allowing: inPath), headers: headers(section))
            variant.json = section.section("json", nil).map { object($0.entries, key + ".json", allowing: inPath) }
            variant.form = fields(section, allowing: inPath)
            return variant
        }
    }

    private func condition(_ section: TemplateSection) -> SubmitVariant.Condition? {
        section.require("when")
        guard let when = section.section("when", ["model", "picture", "mask"]) else { return nil }
        return SubmitVariant.Condition(
            models: when.texts("model")?.map(NamePattern.init), hasPicture: when.flag("picture"),
            hasMask: when.flag("mask"))
    }

    private func body(_ section: TemplateSection, allowing names: [String]) -> Template.Submit.Body {
        if section.has("json") {
            return section.section("json", nil).map { json in
                .json(object(json.entries, section.key("json"), allowing: names))
            } ?? .none
        }
        guard section.has("form") else { return .none }
        return .form(fields(section, allowing: names).compactMapValues(\.self))
    }

    /// Reads the fields of a form. A null removes a field, which only a variant of a request does.
    private func fields(_ section: TemplateSection, allowing names: [String]) -> [String: TemplateText?] {
        guard let form = section.section("form", nil) else { return [:] }
        var fields: [String: TemplateText?] = [:]
        for field in form.entries {
            let isPlain = field.name.utf8.allSatisfy { 33...126 ~= $0 && $0 != UInt8(ascii: "\"") }
            if !isPlain || field.name.isEmpty {
                form.report(.malformed(got: field.name, example: "prompt"), field.name)
            }
            if case .other = field.value.content, section.has("when") {
                fields.updateValue(nil, forKey: field.name)
                continue
            }
            let text = text(form, field.name, allowing: names + TemplateValues.files)
            let isPartOfText = text.map { text in
                text.single == nil && text.placeholders.contains { TemplateValues.files.contains($0.name) }
            }
            if isPartOfText == true {
                form.report(.malformed(got: "more than {{image_file?}}", example: "{{image_file?}}"), field.name)
            }
            if let text { fields[field.name] = text }
        }
        return fields
    }

    private func headers(_ section: TemplateSection) -> [String: TemplateText] {
        guard let inner = section.section("headers", nil) else { return [:] }
        var headers: [String: TemplateText] = [:]
        for field in inner.entries {
            if !HTTPHeader(field.name, "").isValid {
                inner.report(.malformed(got: field.name, example: "Accept"), field.name)
            }
            if let owner = owner(of: field.name, section) { inner.report(.conflict(with: owner), field.name) }
            // User-written text is not allowed in a header.
            headers[field.name] = text(inner, field.name, allowing: ["key", "model", "seed"] + configured)
        }
        return headers
    }

    /// Returns the other source of a header, if there is one: the key, the connection, or a form's media type.
    private func owner(of name: String, _ section: TemplateSection) -> String? {
        let header = HTTPHeader(name, "")
        if let keyHeader, header.isNamed(keyHeader) { return "auth.header" }
        if section.has("form"), header.isNamed("Content-Type") { return "submit.form" }
        let ofConnections = ["Host", "Content-Length", "Transfer-Encoding", "Connection", "Expect", "Upgrade"]
        return ofConnections.first { header.isNamed($0) }.map { _ in "the connection's own" }
    }

    private func node(_ value: FieldValue, _ key: String, allowing names: [String]) -> TemplateNode {
        switch value.content {
        case .text(let text): .text(checked(text, value, key, allowing: names) ?? TemplateText(literal: text))
        case .integer, .number, .flag: .constant(value.json)
        case .other: .constant(.null)
        case .list(let values):
            .list(values.enumerated().map { node($1, "\(key)[\($0)]", allowing: names + TemplateValues.ofEach) })
        case .table(let entries): object(entries, key, allowing: names)
        }
    }

    private func object(_ entries: [FieldEntry], _ key: String, allowing names: [String]) -> TemplateNode {
        var members: [String: TemplateNode] = [:]
        for entry in entries {
            let whole = FieldReader.join(key, entry.name)
            if entry.name.contains("{{") {
                mistakes.report(.malformed(got: entry.name, example: "prompt"), key: whole, at: entry)
            }
            members[entry.name] = node(entry.value, whole, allowing: names)
        }
        return .object(members)
    }

    /// Reads a path with placeholders. It must begin with a slash and stay on the same host.
    func path(_ section: TemplateSection, _ name: String, allowing names: [String]) -> TemplateText? {
        guard let text = text(section, name, allowing: names) else { return nil }
        let plain = text.text(TemplateValues()) { _, _ in "x" }
        let isPath = plain.hasPrefix("/") && !plain.hasPrefix("//") && plain.utf8.allSatisfy { 33...126 ~= $0 }
        guard isPath, !plain.contains(where: { "\\#".contains($0) }), case .literal = text.pieces.first else {
            section.report(.malformed(got: plain, example: "/v1/generate"), name)
            return nil
        }
        return text
    }

    func text(_ section: TemplateSection, _ name: String, allowing names: [String]) -> TemplateText? {
        section.read(name) { value throws(FieldFailure.Problem) in (try TemplateSection.line(value), value) }
            .flatMap { checked($0, $1, section.key(name), allowing: names) }
    }

    private func checked(
        _ text: String, _ value: FieldValue, _ key: String, allowing names: [String]
    ) -> TemplateText? {
        guard let read = TemplateText(text) else {
            mistakes.report(.malformed(got: text, example: "{{prompt}}"), key: key, at: value)
            return nil
        }
        for placeholder in read.placeholders {
            let name = placeholder.name
            let isFurther = names.contains("image_b64") && TemplateValues.ofFurther.contains(name)
            if !names.contains(name), !isFurther {
                let nearest = NearestName.of(name, among: names)
                mistakes.report(.notOneOf(got: name, choices: names, nearest: nearest), key: key, at: value)
            } else if TemplateValues.optional.contains(name), !placeholder.isOptional {
                mistakes.report(.malformed(got: text, example: "{{\(name)?}}"), key: key, at: value)
            }
        }
        return read
    }
}
