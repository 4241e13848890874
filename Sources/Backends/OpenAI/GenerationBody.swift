import BackendKit
import Domain

/// The body of a request for a picture.
struct GenerationBody {
    let options: OpenAIOptions
    let isOpenAI: Bool

    /// JSON, its keys in order, so that the same request is the same bytes. `nil` when a value can't be written, such
    /// as a number that is not finite.
    func bytes(_ request: ImageRequest) -> [UInt8]? {
        var fields: [String: JSONValue] = [
            "model": .text(options.model), "prompt": .text(request.prompt), "n": .integer(1),
            "size": .text(sizes.size(for: request.size).text),
        ]
        if let quality = options.quality { fields["quality"] = .text(quality) }
        if isOpenAI { fields["output_format"] = .text("png") }
        if options.sendResponseFormat { fields["response_format"] = .text("b64_json") }
        fields.merge(options.extra) { _, extra in extra }
        return JSONBody.bytes(.object(fields))
    }

    private var sizes: SizeChoice {
        if !options.sizes.isEmpty { return .listed(options.sizes) }
        return isOpenAI ? .standard : .free
    }
}
