import BackendKit
import Domain

/// The body of a request, version 2: for a picture from words or from a picture, for a larger one, or for a look at one.
struct ImageBody {
    let options: KarloOptions

    private static let longestPrompt = KarloBackend.longestPrompt

    /// Throws `.invalid` for what Karlo would refuse of a drop, `.config` for what it would of the settings.
    func bytes(_ request: ImageRequest, _ operation: Operation) throws(BackendFailure) -> [UInt8] {
        if operation == .upscale, let picture = request.picture { return try bytes(upscaling: picture, request) }
        try check(request)
        try checkSettings()
        let details = request.details
        let size = Sides(version: details.model ?? options.version).size(for: request.size)
        var fields: [String: JSONValue] = [
            "prompt": .text(request.prompt), "width": .integer(Int64(size.width)),
            "height": .integer(Int64(size.height)), "samples": .integer(1),
            "seed": .list([.integer(Int64(request.seed))]), "image_format": .text(details.format?.rawValue ?? "png"),
            "return_type": .text("base64_string"),
        ]
        fields["version"] = (details.model ?? options.version).map { .text($0) }
        fields["negative_prompt"] = (details.negativePrompt ?? options.negativePrompt).map { .text($0) }
        fields["num_inference_steps"] = (details.steps ?? options.steps).map { .integer(Int64($0)) }
        fields["guidance_scale"] = (details.guidance ?? options.guidance).map { .number($0) }
        if let picture = request.picture {
            fields["image"] = .text(picture.base64)
            // What is black there is painted anew.
            fields["mask"] = picture.maskBase64.map { .text($0) }
        } else {
            fields["prior_num_inference_steps"] = options.priorSteps.map { .integer(Int64($0)) }
            fields["prior_guidance_scale"] = options.priorGuidance.map { .number($0) }
        }
        fields["scheduler"] = (details.scheduler ?? options.scheduler).map { .text($0) }
        fields["image_quality"] = details.quality.flatMap { Int64($0) }.map { .integer($0) }
        if let upscale = details.upscale {
            fields["upscale"] = .flag(true)
            fields["scale"] = .integer(Int64(upscale))
        }
        if options.isChecked { fields["nsfw_checker"] = .flag(true) }
        return try Self.bytes(fields)
    }

    /// Asks whether the picture is indecent.
    func bytes(checking picture: InputPicture) throws(BackendFailure) -> [UInt8] {
        try Self.bytes(["images": .list([.text(picture.base64)])])
    }

    private static func bytes(_ fields: [String: JSONValue]) throws(BackendFailure) -> [UInt8] {
        guard let bytes = JSONBody.bytes(.object(fields)) else { throw .config(said: "a number can't be written") }
        return bytes
    }

    /// Sides of up to 1024 pixels are taken; more than that Karlo refuses, which costs nothing.
    private func bytes(upscaling picture: InputPicture, _ request: ImageRequest) throws(BackendFailure) -> [UInt8] {
        let details = request.details
        guard picture.mask == nil else {
            throw .invalid(parameter: "mask", said: "a picture is made larger as a whole")
        }
        var fields: [String: JSONValue] = [
            "images": .list([.text(picture.base64)]), "scale": .integer(Int64(details.upscale ?? 2)),
            "image_format": .text(details.format?.rawValue ?? "png"), "return_type": .text("base64_string"),
        ]
        fields["image_quality"] = details.quality.flatMap { Int64($0) }.map { .integer($0) }
        return try Self.bytes(fields)
    }

    private func check(_ request: ImageRequest) throws(BackendFailure) {
        // Counted as most services do, in units of UTF-16: never fewer than a person counts.
        let length = request.prompt.utf16.count
        guard length <= Self.longestPrompt else {
            throw .invalid(parameter: "prompt", said: "\(length) characters; the maximum is \(Self.longestPrompt)")
        }
        guard request.seed <= UInt64(UInt32.max) else {
            throw .invalid(parameter: "seed", said: "\(request.seed); the maximum is \(UInt32.max)")
        }
        let negative = (request.details.negativePrompt ?? "").utf16.count
        guard negative <= Self.longestPrompt else {
            throw .invalid(
                parameter: "negative_prompt", said: "\(negative) characters; the maximum is \(Self.longestPrompt)")
        }
    }

    private func checkSettings() throws(BackendFailure) {
        guard (options.negativePrompt ?? "").utf16.count <= Self.longestPrompt else {
            throw .config(said: "negative_prompt has over \(Self.longestPrompt) characters")
        }
        for (name, steps) in [("steps", options.steps), ("prior_steps", options.priorSteps)] {
            guard 10...100 ~= steps ?? 10 else { throw .config(said: "\(name) is not within 10–100") }
        }
        for (name, guidance) in [("guidance", options.guidance), ("prior_guidance", options.priorGuidance)] {
            guard 1...20 ~= guidance ?? 1 else { throw .config(said: "\(name) is not within 1–20") }
        }
    }
}
