import BackendKit
import Domain

/// Builds the body of a request for a picture.
struct GenerationBody {
    let settings: OpenAISettings
    let dialect: Dialect

    /// Returns the fields of the body. Throws `.invalid` for a seed beyond 63 bits, `.config` for sizes that the
    /// service would replace.
    func fields(_ request: ImageRequest) throws(BackendFailure) -> [String: JSONValue] {
        var fields = dialect.sizeStyle.fields(try size(for: request.size))
        fields["model"] = .text(request.details.model ?? settings.model)
        fields["n"] = .integer(1)
        fields["quality"] = (request.details.quality ?? settings.quality).map { .text($0) }
        fields["output_format"] = (request.details.format?.rawValue ?? dialect.outputFormat).map { .text($0) }
        if settings.sendResponseFormat ?? dialect.requestsEmbedded {
            fields["response_format"] = .text(dialect.embedded)
        }
        if let picture = request.picture, dialect.edits == .json {
            fields["images"] = .list(request.pictures.map { .object(["image_url": .text($0.dataAddress)]) })
            fields["mask"] = picture.maskAddress.map { .object(["image_url": .text($0)]) }
        }
        fields.merge(dialect.fields) { _, own in own }
        let options = try options(request)
        switch dialect.optionPlacement {
        case .body:
            fields["prompt"] = .text(prompt(request))
            fields.merge(options) { _, option in option }
        case .promptTag(let tag): fields["prompt"] = .text(try tagged(prompt(request), tag, options))
        }
        return fields
    }

    /// The prompt, with the negative prompt appended where the service reads it there.
    private func prompt(_ request: ImageRequest) -> String {
        guard case .after(let mark) = dialect.options.negativePrompt,
            let negative = request.details.negativePrompt, !negative.isEmpty
        else { return request.prompt }
        return "\(request.prompt)\(mark)\(negative)"
    }

    /// The additional fields: the seed, overridden by the configured `extra`, overridden by the request's own options.
    private func options(_ request: ImageRequest) throws(BackendFailure) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [:]
        if let name = dialect.options.seed {
            guard let seed = Int64(exactly: request.seed) else {
                throw .invalid(parameter: "seed", message: "the maximum is \(Int64.max)")
            }
            fields.set(name, .integer(seed))
        }
        fields.mergeObjects(settings.extra)
        let names = dialect.options
        var named: [(GenerationOption, String?)] = [(.steps, names.steps), (.guidance, names.guidance)]
        if request.picture != nil { named.append((.strength, names.strength)) }
        if case .field(let name) = names.negativePrompt { named.append((.negativePrompt, name)) }
        for (option, name) in named {
            if let name, let value = request.value(of: option) { fields.set(name, value) }
        }
        return fields
    }

    /// Puts the fields between tags in front of the prompt. Only the first tag counts, so one in the prompt itself has
    /// no effect. The server reads up to the first closing tag, even inside a JSON string: `<\/` is the same text there
    /// and doesn't end it (`extract_and_remove_sd_cpp_extra_args` in `examples/server` of stable-diffusion.cpp).
    private func tagged(
        _ prompt: String, _ tag: String, _ fields: [String: JSONValue]
    ) throws(BackendFailure) -> String {
        let bytes = try JSONBody.bytes(.object(fields), from: "extra")
        let json = String(decoding: bytes, as: UTF8.self).replacing("</", with: "<\\/")
        return "<\(tag)>\(json)</\(tag)>\(prompt)"
    }

    private func size(for wish: PictureSize) throws(BackendFailure) -> PictureSize {
        let sizes = settings.sizes.isEmpty ? dialect.sizes : .listed(settings.sizes)
        let size = sizes.size(for: wish)
        guard let step = dialect.sideMultiple, !(size.width % step == 0 && size.height % step == 0) else { return size }
        throw .config(message: "sizes contains \(size.text), but both sides must be multiples of \(step)")
    }
}

/// A request body and its media type.
struct EncodedBody {
    let type: String
    let bytes: [UInt8]

    /// Encodes the fields as JSON, or as multipart with pictures that the service expects in parts of their own. Throws
    /// `.config` for values that JSON cannot represent.
    init(_ fields: [String: JSONValue], _ pictures: [InputPicture], _ dialect: Dialect) throws(BackendFailure) {
        guard let first = pictures.first, dialect.edits == .multipart else {
            type = "application/json"
            bytes = try JSONBody.bytes(.object(fields), from: "extra")
            return
        }
        var parts: [(name: String, content: MultipartBody.Content)] = []
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) where value != .null {
            let text =
                if let text = value.text { text } else {
                    String(decoding: try JSONBody.bytes(value, from: "extra"), as: UTF8.self)
                }
            parts.append((name, .text(text)))
        }
        let name = pictures.count > 1 ? Dialect.listPartName : dialect.partName
        parts += pictures.map { (name, .file(name: $0.fileName, type: $0.mediaType, $0.bytes)) }
        if let mask = first.maskFile { parts.append(("mask", mask)) }
        let body = MultipartBody(parts, seed: pictures.boundarySeed)
        type = body.type
        bytes = body.bytes
    }
}

extension [String: JSONValue] {
    /// Sets a field. A dot addresses a member of an object: `a.b` is the member `b` of the object `a`.
    fileprivate mutating func set(_ name: String, _ value: JSONValue) {
        let nested = name.split(separator: ".").reversed().reduce(value) { .object([String($1): $0]) }
        if case .object(let fields) = nested { mergeObjects(fields) }
    }

    /// Merges fields, which take precedence; objects are merged recursively.
    fileprivate mutating func mergeObjects(_ fields: Self) {
        merge(fields) { old, new in
            guard case .object(var members) = old, case .object(let others) = new else { return new }
            members.mergeObjects(others)
            return .object(members)
        }
    }
}
