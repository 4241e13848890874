import Domain

extension TemplateReader {
    mutating func submit(_ root: TemplateSection, hasRatios: Bool) -> Template.Submit? {
        guard let entry = root.entry("submit") else { return nil }
        let names = ["method", "path", "headers", "json", "form", "extra"]
        let section = TemplateSection(entry.value, key: "submit", names: names, &reader)
        section.missing("path", &reader)
        let inPath = TemplateValues.ofRequests.filter { hasRatios || $0 != "aspect_ratio" } + given
        let path = path(section, "path", allowing: inPath)
        let method: HTTPMethod = section.choice("method", &reader) ?? .post
        let headers = headers(section)
        if section.entry("json") != nil, section.entry("form") != nil {
            section.report(.conflict(with: "json"), "form", &reader)
        }
        let body = body(section, allowing: inPath)
        let extra = section.read("extra", &reader) { value throws(FieldFailure.Problem) in
            let text = try value.line()
            guard let members = JSONPath(text)?.members else { throw .malformed(got: text, example: "$.input") }
            return members
        }
        guard let path else { return nil }
        return Template.Submit(method: method, path: path, headers: headers, body: body, extra: extra ?? [])
    }

    private mutating func body(_ section: TemplateSection, allowing names: [String]) -> Template.Submit.Body {
        if let entry = section.entry("json") {
            guard entry.value.entries != nil else {
                reader.report(
                    .wrongType(wanted: "table", got: entry.value.typeName), key: section.key("json"), at: entry.value)
                return .none
            }
            return .json(node(entry.value, section.key("json"), allowing: names))
        }
        guard let entry = section.entry("form") else { return .none }
        var fields: [String: TemplateText] = [:]
        let inner = TemplateSection(
            entry.value, key: section.key("form"), names: (entry.value.entries ?? []).map(\.name), &reader)
        for field in entry.value.entries ?? [] {
            let isPlain = field.name.utf8.allSatisfy { 33...126 ~= $0 && $0 != UInt8(ascii: "\"") }
            if !isPlain || field.name.isEmpty {
                reader.report(.malformed(got: field.name, example: "prompt"), key: inner.key(field.name), at: field)
            }
            fields[field.name] = text(inner, field.name, allowing: names)
        }
        return .form(fields)
    }

    private mutating func headers(_ section: TemplateSection) -> [String: TemplateText] {
        guard let entry = section.entry("headers") else { return [:] }
        let names = (entry.value.entries ?? []).map(\.name)
        let inner = TemplateSection(entry.value, key: section.key("headers"), names: names, &reader)
        var headers: [String: TemplateText] = [:]
        for field in entry.value.entries ?? [] {
            if !HTTPHeader(field.name, "").isValid {
                reader.report(.malformed(got: field.name, example: "Accept"), key: inner.key(field.name), at: field)
            }
            if let owner = owner(of: field.name, section) {
                reader.report(.conflict(with: owner), key: inner.key(field.name), at: field)
            }
            // User-written text is not allowed in a header.
            headers[field.name] = text(inner, field.name, allowing: ["key", "model", "seed"] + given)
        }
        return headers
    }

    /// Returns the other source of a header, if there is one: the key, the connection, or a form's media type.
    private func owner(of name: String, _ section: TemplateSection) -> String? {
        let header = HTTPHeader(name, "")
        if let key, header.isNamed(key) { return "auth.header" }
        if section.entry("form") != nil, header.isNamed("Content-Type") { return "submit.form" }
        let ofConnections = ["Host", "Content-Length", "Transfer-Encoding", "Connection", "Expect", "Upgrade"]
        return ofConnections.first { header.isNamed($0) }.map { _ in "the connection's own" }
    }

    mutating func node(_ value: FieldValue, _ key: String, allowing names: [String]) -> TemplateNode {
        switch value.content {
        case .text(let text): return .text(checked(text, value, key, allowing: names) ?? TemplateText(literal: text))
        case .integer(let integer): return .constant(.integer(integer))
        case .number(let number): return .constant(.number(number))
        case .flag(let flag): return .constant(.flag(flag))
        case .other: return .constant(.null)
        case .list(let values):
            var nodes: [TemplateNode] = []
            for (place, value) in values.enumerated() {
                nodes.append(node(value, "\(key)[\(place)]", allowing: names))
            }
            return .list(nodes)
        case .table(let entries):
            var members: [String: TemplateNode] = [:]
            for entry in entries {
                let whole = FieldReader.join(key, entry.name)
                if entry.name.contains("{{") {
                    reader.report(.malformed(got: entry.name, example: "prompt"), key: whole, at: entry)
                }
                members[entry.name] = node(entry.value, whole, allowing: names)
            }
            return .object(members)
        }
    }

    /// Reads a path with placeholders. It must begin with a slash and stay on the same host.
    mutating func path(_ section: TemplateSection, _ name: String, allowing names: [String]) -> TemplateText? {
        guard let text = text(section, name, allowing: names) else { return nil }
        let plain = text.text(TemplateValues()) { _, _ in "x" }
        let isPath = plain.hasPrefix("/") && !plain.hasPrefix("//") && plain.utf8.allSatisfy { 33...126 ~= $0 }
        guard isPath, !plain.contains(where: { "\\#".contains($0) }), case .literal = text.pieces.first else {
            section.report(.malformed(got: plain, example: "/v1/generate"), name, &reader)
            return nil
        }
        return text
    }

    mutating func text(_ section: TemplateSection, _ name: String, allowing names: [String]) -> TemplateText? {
        guard let entry = section.entry(name), let text = section.text(name, &reader) else { return nil }
        return checked(text, entry.value, section.key(name), allowing: names)
    }

    private mutating func checked(
        _ text: String, _ value: FieldValue, _ key: String, allowing names: [String]
    ) -> TemplateText? {
        guard let read = TemplateText(text) else {
            reader.report(.malformed(got: text, example: "{{prompt}}"), key: key, at: value)
            return nil
        }
        for place in read.places {
            if !names.contains(place.name) {
                let nearest = NearestName.of(place.name, among: names)
                reader.report(.notOneOf(got: place.name, choices: names, nearest: nearest), key: key, at: value)
            } else if TemplateValues.optional.contains(place.name), !place.isOptional {
                reader.report(.malformed(got: text, example: "{{\(place.name)?}}"), key: key, at: value)
            }
        }
        return read
    }
}
