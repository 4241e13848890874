import BackendKit
import Domain

/// Builds the body of a request for a picture (`StableDiffusionTxt2ImgProcessingAPI`, or `…Img2Img…` with an input
/// picture).
struct A1111ImageBody {
    /// The largest seed that every server uses unchanged: some use signed 32 bits, and replace a larger one.
    static let maxSeed: Int64 = 2_147_483_647

    let settings: A1111Settings

    /// Returns the body and the settings it requests. Throws `.invalid` for a seed that is out of range, `.config` for
    /// values that JSON cannot represent.
    func encoded(_ request: ImageRequest) throws(BackendFailure) -> (bytes: [UInt8], requested: RequestedSettings) {
        let fields = try fields(request)
        return (try JSONBody.bytes(.object(fields), from: "extra"), RequestedSettings(fields))
    }

    /// Generated seeds have 32 bits, one more than some servers support, so the lower 31 are sent. A larger seed was
    /// chosen by the user and is never replaced.
    private func seed(_ seed: UInt64) throws(BackendFailure) -> Int64 {
        guard let chosen = UInt32(exactly: seed) else {
            throw .invalid(parameter: "seed", message: "\(seed); the maximum is \(Self.maxSeed)")
        }
        return Int64(chosen) & Self.maxSeed
    }

    private func fields(_ request: ImageRequest) throws(BackendFailure) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [
            "prompt": .text(request.prompt), "seed": .integer(try seed(request.seed)),
            "width": .integer(side(request.size.width)),
            "height": .integer(side(request.size.height)), "batch_size": .integer(1), "n_iter": .integer(1),
            "send_images": .flag(true), "save_images": .flag(false),
        ]
        let details = request.details
        fields["negative_prompt"] = (details.negativePrompt ?? settings.negativePrompt).map { .text($0) }
        fields["steps"] = (details.steps ?? settings.steps).map { .integer(Int64($0)) }
        fields["sampler_name"] = settings.sampler.map { .text($0) }
        fields["scheduler"] = (details.scheduler ?? settings.scheduler).map { .text($0) }
        fields["cfg_scale"] = (details.guidance ?? settings.guidance).map { .number($0) }
        if let picture = request.picture {
            fields["init_images"] = .list([.text(picture.base64)])
            fields["denoising_strength"] = details.strength.map { .number($0) }
            if let mask = picture.maskBase64 {
                fields["mask"] = .text(mask)
                // The mask's black part is repainted here, not the white one.
                fields["inpainting_mask_invert"] = .integer(1)
            }
        }
        fields.merge(settings.extra) { _, extra in extra }
        if let model = details.model ?? settings.model {
            var overrides: [String: JSONValue] = [:]
            if case .object(let configured) = fields["override_settings"] { overrides = configured }
            overrides["sd_model_checkpoint"] = .text(model)
            fields["override_settings"] = .object(overrides)
        }
        return fields
    }

    /// Rounds up to a multiple of eight: latent pixels are eight wide, and the server crops anything else.
    private func side(_ side: Int) -> Int64 { Int64(max(64, (side + 7) / 8 * 8)) }
}
