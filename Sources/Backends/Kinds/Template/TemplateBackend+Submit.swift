import BackendKit
import Domain

/// Builds the request for a picture from the template.
extension TemplateBackend {
    /// Throws `.invalid` and `.config` for a request that cannot be built. Nothing has been sent then.
    func order(_ request: ImageRequest, key: String) throws(BackendFailure) -> HTTPRequest {
        if let limit = template.promptLimit, request.prompt.count > limit {
            throw .invalid(
                parameter: "prompt", message: "\(request.prompt.count) characters; the maximum is \(limit)")
        }
        let values = values(request, key)
        let (type, body) = try body(values, key)
        var headers = template.submit.headers.sorted { $0.key < $1.key }.map { name, text in
            HTTPHeader(name, text.text(values))
        }
        for header in [type.map { HTTPHeader("Content-Type", $0) }, .acceptsJSON] {
            if let header, !headers.contains(where: { $0.isNamed(header.name) }) { headers.append(header) }
        }
        return HTTPRequest(
            template.submit.method, base.text + Self.path(template.submit.path, values),
            headers: headers + authorization, body: body, limits: HTTPLimits(total: context.limits.timeout))
    }

    /// Fills in a path. Configured values may span several path components; a request's value is always one.
    static func path(_ text: TemplateText, _ values: TemplateValues) -> String {
        let ofRequests = TemplateValues.ofRequests.filter { $0 != "model" } + ["id"]
        return text.text(values) { name, text in
            PercentEncoding.encoded(text, keeping: ofRequests.contains(name) ? "" : "/@:")
        }
    }

    private func values(_ request: ImageRequest, _ key: String) -> TemplateValues {
        let size = template.size.size(for: request.size)
        let limit = template.seedLimit
        let seed = request.seed <= limit ? request.seed : request.seed % (limit + 1)
        var values = TemplateValues(settings.values.filter { template.values.contains($0.key) })
        values["prompt"] = .text(request.prompt)
        values["negative_prompt"] = .text(request.details.negativePrompt ?? settings.negativePrompt)
        for option in [GenerationOption.steps, .guidance, .scheduler, .quality] {
            values[option.rawValue] = request.value(of: option)
        }
        if let picture = request.picture {
            values["image_b64"] = .text(picture.base64)
            values["image_data"] = .text(picture.dataAddress)
            values["image_type"] = .text(picture.mediaType)
            values["strength"] = request.value(of: .strength)
        }
        values["picture_format"] = .text((request.details.format ?? template.formats.first ?? .png).rawValue)
        values["width"] = .integer(Int64(size.width))
        values["height"] = .integer(Int64(size.height))
        values["size"] = .text(size.text)
        values["aspect_ratio"] = template.size.ratio(for: request.size).map { .text($0) }
        values["seed"] = .integer(Int64(clamping: seed))
        values["count"] = .integer(1)
        values["key"] = .text(key)
        values["model"] = (request.details.model ?? settings.model).map { .text($0) }
        return values
    }

    private func body(_ values: TemplateValues, _ key: String) throws(BackendFailure) -> (String?, [UInt8]) {
        switch template.submit.body {
        case .none: return (nil, [])
        case .json(let node):
            let value = Self.merged(settings.extra, into: node.value(values), at: template.submit.extra[...])
            return ("application/json", try JSONBody.bytes(value, from: "extra"))
        case .form(let texts):
            var fields = texts.compactMapValues { $0.value(values)?.spelled }
            fields.merge(settings.extra.compactMapValues(\.spelled)) { _, extra in extra }
            let body = MultipartBody(fields.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) }, seed: key)
            return (body.type, body.bytes)
        }
    }

    /// Returns the value with `extra` merged into the object at `path`, which is created if needed.
    private static func merged(
        _ extra: [String: JSONValue], into value: JSONValue?, at path: ArraySlice<String>
    ) -> JSONValue {
        guard !extra.isEmpty else { return value ?? .object([:]) }
        var members: [String: JSONValue] = [:]
        if case .object(let known) = value { members = known }
        if let name = path.first {
            members[name] = merged(extra, into: members[name], at: path.dropFirst())
        } else {
            members.merge(extra) { _, extra in extra }
        }
        return .object(members)
    }
}
