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
        let submit = try submit(for: request)
        let values = values(request, key)
        let (type, body) = try body(submit, values, request, key)
        var headers = submit.headers.sorted { $0.key < $1.key }.map { name, text in
            HTTPHeader(name, text.text(values))
        }
        for header in [type.map { HTTPHeader("Content-Type", $0) }, .acceptsJSON] {
            if let header, !headers.contains(where: { $0.isNamed(header.name) }) { headers.append(header) }
        }
        return HTTPRequest(
            submit.method, base.text + Self.path(submit.path, values),
            headers: headers + authorization, body: body, limits: HTTPLimits(total: context.limits.timeout))
    }

    /// Returns the request with the variants that apply. Throws `.unsupported` if it has no place for a part of the
    /// order that another variant would have one for.
    private func submit(for request: ImageRequest) throws(BackendFailure) -> Template.Submit {
        let model = request.details.model ?? settings.model
        let variants = template.variants.filter { $0.condition.applies(to: model, request.picture) }
        let submit = variants.reduce(template.submit) { $0.changed(by: $1) }
        let names = Set(submit.placeholders.map(\.name))
        if let picture = request.picture {
            let places = settings.picturesKey == nil ? TemplateValues.places(names) : InputPictures.most
            if settings.picturesKey == nil, names.isDisjoint(with: TemplateValues.pictures) {
                throw .unsupported(feature: "picture")
            }
            guard request.pictures.count <= places else {
                throw .invalid(
                    parameter: "picture", message: "\(request.pictures.count) pictures; the maximum is \(places) here")
            }
            if picture.mask != nil, names.isDisjoint(with: TemplateValues.masks) { throw .unsupported(feature: "mask") }
        }
        for option in GenerationOption.allCases where descriptor.abilities.options[option] != nil && option != .mask {
            let isGiven = option != .seed && request.value(of: option) != nil
            if isGiven, !names.contains(option.rawValue) { throw .unsupported(feature: option.rawValue) }
        }
        return submit
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
        if request.picture != nil {
            values.add(request.pictures)
            values["strength"] = request.value(of: .strength)
        }
        // The pictures are in the configured member instead.
        if settings.picturesKey != nil { values.removePictures() }
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

    private func body(
        _ submit: Template.Submit, _ values: TemplateValues, _ request: ImageRequest, _ key: String
    ) throws(BackendFailure) -> (String?, [UInt8]) {
        switch submit.body {
        case .none: return (nil, [])
        case .json(let node):
            var extra = settings.extra
            if let name = settings.picturesKey, request.picture != nil {
                extra[name] = .list(request.pictures.map { .text($0.dataAddress) })
            }
            let value = Self.merged(extra, into: node.value(values), at: submit.extra[...])
            return ("application/json", try JSONBody.bytes(value, from: "extra"))
        case .form(let texts):
            var parts = texts.mapValues { Self.parts($0, values, request.pictures) }
            parts.merge(settings.extra.mapValues { $0.spelled.map { [.text($0)] } ?? [] }) { _, extra in extra }
            let sorted = parts.sorted { $0.key < $1.key }.flatMap { name, contents in contents.map { (name, $0) } }
            let body = MultipartBody(sorted, seed: key)
            return (body.type, body.bytes)
        }
    }

    /// Returns the contents of a form's field, which is repeated for several; empty for one that is omitted.
    private static func parts(
        _ text: TemplateText, _ values: TemplateValues, _ pictures: [InputPicture]
    ) -> [MultipartBody.Content] {
        func files(_ pictures: some Sequence<InputPicture>) -> [MultipartBody.Content] {
            pictures.map { .file(name: $0.fileName, type: $0.mediaType, $0.bytes) }
        }
        switch text.single?.name {
        case "image_file": return files(pictures.prefix(1))
        case "images_file": return files(pictures)
        case "mask_file": return [pictures.first?.maskFile].compactMap(\.self)
        default: return [text.value(values)?.spelled].compactMap(\.self).map { .text($0) }
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
