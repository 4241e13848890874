import BackendKit
import Domain

/// Builds request bodies of API version 2: for a picture from a prompt or a picture, for upscaling, and for a content
/// check.
struct KarloImageBody {
    let settings: KarloSettings

    /// Returns the body. Throws `.invalid` for a request and `.config` for settings that Karlo would reject.
    func bytes(_ request: ImageRequest, _ operation: KarloOperation) throws(BackendFailure) -> [UInt8] {
        if operation == .upscale, let picture = request.picture { return try bytes(upscaling: picture, request) }
        try check(request)
        try checkSettings()
        let details = request.details
        let size = KarloSizes(version: details.model ?? settings.version).size(for: request.size)
        var fields: [String: JSONValue] = [
            "prompt": .text(request.prompt), "width": .integer(Int64(size.width)),
            "height": .integer(Int64(size.height)), "samples": .integer(1),
            "seed": .list([.integer(Int64(request.seed))]), "image_format": .text(details.format?.rawValue ?? "png"),
            "return_type": .text("base64_string"),
        ]
        fields["version"] = (details.model ?? settings.version).map { .text($0) }
        fields["negative_prompt"] = (details.negativePrompt ?? settings.negativePrompt).map { .text($0) }
        fields["num_inference_steps"] = (details.steps ?? settings.steps).map { .integer(Int64($0)) }
        fields["guidance_scale"] = (details.guidance ?? settings.guidance).map { .number($0) }
        if let picture = request.picture {
            fields["image"] = .text(picture.base64)
            // The mask's black part is repainted.
            fields["mask"] = picture.maskBase64.map { .text($0) }
        } else {
            fields["prior_num_inference_steps"] = settings.priorSteps.map { .integer(Int64($0)) }
            fields["prior_guidance_scale"] = settings.priorGuidance.map { .number($0) }
        }
        fields["scheduler"] = (details.scheduler ?? settings.scheduler).map { .text($0) }
        fields["image_quality"] = details.quality.flatMap { Int64($0) }.map { .integer($0) }
        if let upscale = details.upscale {
            fields["upscale"] = .flag(true)
            fields["scale"] = .integer(Int64(upscale))
        }
        if settings.isChecked { fields["nsfw_checker"] = .flag(true) }
        return try JSONBody.bytes(.object(fields), from: "the request")
    }

    /// Returns the body of a content check.
    func bytes(checking picture: InputPicture) throws(BackendFailure) -> [UInt8] {
        try JSONBody.bytes(.object(["images": .list([.text(picture.base64)])]), from: "the request")
    }

    /// Karlo accepts sides of up to 1024 pixels. It rejects larger pictures, which costs nothing.
    private func bytes(upscaling picture: InputPicture, _ request: ImageRequest) throws(BackendFailure) -> [UInt8] {
        let details = request.details
        guard picture.mask == nil else {
            throw .invalid(parameter: "mask", message: "upscaling does not support a mask")
        }
        var fields: [String: JSONValue] = [
            "images": .list([.text(picture.base64)]), "scale": .integer(Int64(details.upscale ?? 2)),
            "image_format": .text(details.format?.rawValue ?? "png"), "return_type": .text("base64_string"),
        ]
        fields["image_quality"] = details.quality.flatMap { Int64($0) }.map { .integer($0) }
        return try JSONBody.bytes(.object(fields), from: "the request")
    }

    private func check(_ request: ImageRequest) throws(BackendFailure) {
        let longest = KarloBackend.maxPromptLength
        // Counted in UTF-16 units, as most services do: never fewer than the visible characters.
        let length = request.prompt.utf16.count
        guard length <= longest else {
            throw .invalid(parameter: "prompt", message: "\(length) characters; the maximum is \(longest)")
        }
        guard request.seed <= UInt64(UInt32.max) else {
            throw .invalid(parameter: "seed", message: "\(request.seed); the maximum is \(UInt32.max)")
        }
        let negative = (request.details.negativePrompt ?? "").utf16.count
        guard negative <= longest else {
            throw .invalid(
                parameter: "negative_prompt", message: "\(negative) characters; the maximum is \(longest)")
        }
    }

    private func checkSettings() throws(BackendFailure) {
        let longest = KarloBackend.maxPromptLength
        guard (settings.negativePrompt ?? "").utf16.count <= longest else {
            throw .config(message: "negative_prompt has over \(longest) characters")
        }
        for (name, steps) in [("steps", settings.steps), ("prior_steps", settings.priorSteps)] {
            guard 10...100 ~= steps ?? 10 else { throw .config(message: "\(name) is not within 10–100") }
        }
        for (name, guidance) in [("guidance", settings.guidance), ("prior_guidance", settings.priorGuidance)] {
            guard 1...20 ~= guidance ?? 1 else { throw .config(message: "\(name) is not within 1–20") }
        }
    }
}

/// The sizes that Karlo supports: multiples of eight within limits.
struct KarloSizes {
    let sides: ClosedRange<Int>

    /// Version 2.1 supports larger pictures than 2.0; without a version, the limits are those common to both.
    init(version: String?) {
        sides = version == "v2.1" ? 384...1280 : 384...640
    }

    /// Rounds `wish` up to multiples of eight. A size that is too large is scaled down, keeping its shape as far as the
    /// smallest side allows.
    func size(for wish: PictureSize) -> PictureSize {
        let longest = max(wish.width, wish.height)
        return PictureSize(width: side(wish.width, longest), height: side(wish.height, longest))
    }

    private func side(_ side: Int, _ longest: Int) -> Int {
        let shrunk = longest > sides.upperBound ? (side * sides.upperBound + longest - 1) / longest : side
        return min(sides.upperBound, max(sides.lowerBound, (shrunk + 7) / 8 * 8))
    }
}
