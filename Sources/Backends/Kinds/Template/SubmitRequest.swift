import BackendKit
import Domain

/// Builds the request for a picture from a template.
struct SubmitRequest {
    let settings: TemplateSettings
    let template: Template
    let timeout: Duration
    let base: String
    let auth: [HTTPHeader]

    /// Throws `.invalid` and `.config` for a request that cannot be built. Nothing has been sent then.
    func request(_ wish: ImageRequest, key: String) throws(BackendFailure) -> HTTPRequest {
        if let limit = template.promptLimit, wish.prompt.count > limit {
            throw .invalid(
                parameter: "prompt", said: "\(wish.prompt.count) characters; the maximum is \(limit)")
        }
        let values = values(wish, key)
        let (type, body) = try body(values, key)
        var headers = template.submit.headers.sorted { $0.key < $1.key }.map { name, text in
            HTTPHeader(name, text.text(values))
        }
        for header in [type.map { HTTPHeader("Content-Type", $0) }, HTTPHeader("Accept", "application/json")] {
            if let header, !headers.contains(where: { $0.isNamed(header.name) }) { headers.append(header) }
        }
        return HTTPRequest(
            template.submit.method, base + Self.path(template.submit.path, values), headers: headers + auth,
            body: body, limits: HTTPLimits(total: timeout))
    }

    /// Fills in a path. Configured values may span several path components; a request's value is always one.
    static func path(_ text: TemplateText, _ values: TemplateValues) -> String {
        let ofRequests = TemplateValues.ofRequests.filter { $0 != "model" } + ["id"]
        return text.text(values) { name, text in
            PercentEncoding.encoded(text, keeping: ofRequests.contains(name) ? "" : "/@:")
        }
    }

    private func values(_ wish: ImageRequest, _ key: String) -> TemplateValues {
        let size = template.size.size(for: wish.size)
        let limit = template.seedLimit
        let seed = wish.seed <= limit ? wish.seed : wish.seed % (limit + 1)
        var values = TemplateValues(settings.values.filter { template.values.contains($0.key) })
        values["prompt"] = .text(wish.prompt)
        values["negative_prompt"] = .text(wish.details.negativePrompt ?? settings.negativePrompt)
        for option in [GenerationOption.steps, .guidance, .scheduler, .quality] {
            values[option.rawValue] = wish.value(of: option)
        }
        if let picture = wish.picture {
            values["image_b64"] = .text(picture.base64)
            values["image_data"] = .text(picture.dataAddress)
            values["image_type"] = .text(picture.mediaType)
            values["strength"] = wish.value(of: .strength)
        }
        values["picture_format"] = .text((wish.details.format ?? template.formats.first ?? .png).rawValue)
        values["width"] = .integer(Int64(size.width))
        values["height"] = .integer(Int64(size.height))
        values["size"] = .text(size.text)
        values["aspect_ratio"] = template.size.ratio(for: wish.size).map { .text($0) }
        values["seed"] = .integer(Int64(clamping: seed))
        values["count"] = .integer(1)
        values["key"] = .text(key)
        values["model"] = (wish.details.model ?? settings.model).map { .text($0) }
        return values
    }

    private func body(_ values: TemplateValues, _ key: String) throws(BackendFailure) -> (String?, [UInt8]) {
        switch template.submit.body {
        case .none: return (nil, [])
        case .json(let node):
            let value = Self.laid(settings.extra, over: node.value(values), at: template.submit.extra[...])
            guard let bytes = JSONBody.bytes(value) else {
                throw .config(said: "extra contains a number that JSON cannot represent")
            }
            return ("application/json", bytes)
        case .form(let texts):
            var fields = texts.compactMapValues { text in
                text.value(values)?.spelled
            }
            fields.merge(settings.extra.compactMapValues(\.spelled)) { _, extra in extra }
            let body = MultipartBody(fields.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) }, seed: key)
            return (body.type, body.bytes)
        }
    }

    private static func laid(
        _ extra: [String: JSONValue], over value: JSONValue?, at way: ArraySlice<String>
    ) -> JSONValue {
        guard !extra.isEmpty else { return value ?? .object([:]) }
        var members: [String: JSONValue] = [:]
        if case .object(let known) = value { members = known }
        if let name = way.first {
            members[name] = laid(extra, over: members[name], at: way.dropFirst())
        } else {
            members.merge(extra) { _, extra in extra }
        }
        return .object(members)
    }
}
