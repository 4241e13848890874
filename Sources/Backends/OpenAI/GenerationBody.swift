import BackendKit
import Domain

/// The body of a request for a picture.
struct GenerationBody {
    let options: OpenAIOptions
    let dialect: Dialect

    /// JSON, its keys in order, so that the same request is the same bytes. Throws `.config` for what can't be written.
    static func bytes(_ fields: [String: JSONValue]) throws(BackendFailure) -> [UInt8] {
        guard let bytes = JSONBody.bytes(.object(fields)) else {
            throw .config(said: "extra holds a number that can't be written")
        }
        return bytes
    }

    /// Throws `.invalid` for a seed that services can't count to, `.config` for sizes that the service would replace.
    func fields(_ request: ImageRequest) throws(BackendFailure) -> [String: JSONValue] {
        var fields = SizeFields(style: dialect.sizeStyle).fields(try size(for: request.size))
        fields["model"] = .text(request.details.model ?? options.model)
        fields["n"] = .integer(1)
        fields["quality"] = (request.details.quality ?? options.quality).map { .text($0) }
        fields["output_format"] = (request.details.format?.rawValue ?? dialect.outputFormat).map { .text($0) }
        if options.sendResponseFormat ?? dialect.asksEmbedded { fields["response_format"] = .text(dialect.embedded) }
        if let picture = request.picture, dialect.edits == .json {
            fields["images"] = .list([.object(["image_url": .text(picture.dataAddress)])])
            fields["mask"] = picture.maskBase64.map { .object(["image_url": .text("data:image/png;base64," + $0)]) }
        }
        fields.merge(dialect.fields) { _, own in own }
        let more = try added(request)
        switch dialect.optionPlace {
        case .body:
            fields["prompt"] = .text(words(request))
            fields.merge(more) { _, added in added }
        case .promptTag(let tag): fields["prompt"] = .text(try tagged(words(request), tag, more))
        }
        return fields
    }

    /// The prompt, with what should not be seen behind it where the service reads that there.
    private func words(_ request: ImageRequest) -> String {
        guard case .after(let mark) = dialect.options.negativePrompt,
            let negative = request.details.negativePrompt, !negative.isEmpty
        else { return request.prompt }
        return "\(request.prompt)\(mark)\(negative)"
    }

    /// What the profile knows a field for, under that what is configured besides, and under that what the request says.
    private func added(_ request: ImageRequest) throws(BackendFailure) -> [String: JSONValue] {
        var fields = NestedFields()
        if let name = dialect.options.seed {
            guard let seed = Int64(exactly: request.seed) else {
                throw .invalid(parameter: "seed", said: "the most is \(Int64.max)")
            }
            fields.set(name, .integer(seed))
        }
        fields.merge(options.extra)
        let names = dialect.options
        var said: [(GenerationOption, String?)] = [(.steps, names.steps), (.guidance, names.guidance)]
        if case .field(let name) = names.negativePrompt { said.append((.negativePrompt, name)) }
        for (option, name) in said {
            if let name, let value = request.value(of: option) { fields.set(name, value) }
        }
        return fields.members
    }

    /// A tag that the prompt itself brings along would be read as well: the first is the one that counts. The server reads
    /// up to the first closing tag, whatever it stands in: `<\/` in a JSON string is the same text and doesn't end it
    /// (`extract_and_remove_sd_cpp_extra_args` in `examples/server` of stable-diffusion.cpp).
    private func tagged(
        _ prompt: String, _ tag: String, _ fields: [String: JSONValue]
    ) throws(BackendFailure) -> String {
        let json = String(decoding: try Self.bytes(fields), as: UTF8.self).replacing("</", with: "<\\/")
        return "<\(tag)>\(json)</\(tag)>\(prompt)"
    }

    private func size(for wish: PictureSize) throws(BackendFailure) -> PictureSize {
        let sizes = options.sizes.isEmpty ? dialect.sizes : .listed(options.sizes)
        let size = sizes.size(for: wish)
        guard let step = dialect.sideStep, !(size.width % step == 0 && size.height % step == 0) else { return size }
        throw .config(said: "sizes names \(size.text), but both sides must be multiples of \(step) there")
    }
}
