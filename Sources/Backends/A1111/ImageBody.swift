import BackendKit
import Domain

/// The body of a request for a picture (`StableDiffusionTxt2ImgProcessingAPI`, and `…Img2Img…` with a picture to start
/// from).
struct ImageBody {
    /// The greatest seed that every server takes as it is: some count in signed 32 bits, and paint with another one.
    static let greatestSeed: Int64 = 2_147_483_647

    let options: A1111Options

    /// The body, and what it asks for. Throws `.invalid` for a seed that is out of range, `.config` for what can't be
    /// written.
    func made(_ request: ImageRequest) throws(BackendFailure) -> (bytes: [UInt8], asked: AskedSettings) {
        let fields = try fields(request)
        guard let bytes = JSONBody.bytes(.object(fields)) else {
            throw .config(said: "extra contains a number that JSON cannot represent")
        }
        return (bytes, AskedSettings(fields))
    }

    /// Seeds that the service chooses have 32 bits, one more than some servers take: the lower 31 are sent. A greater one
    /// is a person's, and is never replaced.
    private func seed(_ seed: UInt64) throws(BackendFailure) -> Int64 {
        guard let chosen = UInt32(exactly: seed) else {
            throw .invalid(parameter: "seed", said: "\(seed); the maximum is \(Self.greatestSeed)")
        }
        return Int64(chosen) & Self.greatestSeed
    }

    private func fields(_ request: ImageRequest) throws(BackendFailure) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [
            "prompt": .text(request.prompt), "seed": .integer(try seed(request.seed)),
            "width": .integer(side(request.size.width)),
            "height": .integer(side(request.size.height)), "batch_size": .integer(1), "n_iter": .integer(1),
            "send_images": .flag(true), "save_images": .flag(false),
        ]
        let details = request.details
        fields["negative_prompt"] = (details.negativePrompt ?? options.negativePrompt).map { .text($0) }
        fields["steps"] = (details.steps ?? options.steps).map { .integer(Int64($0)) }
        fields["sampler_name"] = options.sampler.map { .text($0) }
        fields["scheduler"] = (details.scheduler ?? options.scheduler).map { .text($0) }
        fields["cfg_scale"] = (details.guidance ?? options.guidance).map { .number($0) }
        if let picture = request.picture {
            fields["init_images"] = .list([.text(picture.base64)])
            fields["denoising_strength"] = details.strength.map { .number($0) }
            if let mask = picture.maskBase64 {
                fields["mask"] = .text(mask)
                // What is black there is painted, and not what is white.
                fields["inpainting_mask_invert"] = .integer(1)
            }
        }
        fields.merge(options.extra) { _, extra in extra }
        if let model = details.model ?? options.model {
            fields["override_settings"] = settings(model, over: fields["override_settings"])
        }
        return fields
    }

    /// Latent pixels are eight wide: what is no multiple is cut off by the server, so it is asked for one more.
    private func side(_ side: Int) -> Int64 { Int64(max(64, (side + 7) / 8 * 8)) }

    private func settings(_ model: String, over value: JSONValue?) -> JSONValue {
        guard case .object(var settings) = value else { return .object(["sd_model_checkpoint": .text(model)]) }
        settings["sd_model_checkpoint"] = .text(model)
        return .object(settings)
    }
}
