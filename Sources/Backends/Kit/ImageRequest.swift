package import Domain
import FoundationEssentials

/// A request for one picture.
package struct ImageRequest: Equatable, Sendable {
    package var prompt: String
    package var size: PictureSize
    package var seed: UInt64
    /// Options of the request. Where one is `nil`, the backend's configured value applies.
    package var details: GenerationDetails
    /// The input picture of an image-to-image request, which is edited.
    package var picture: InputPicture?
    /// Further input pictures; only with `picture`, and only for backends that take several.
    package var references: [InputPicture]

    package init(
        prompt: String, size: PictureSize, seed: UInt64, details: GenerationDetails = GenerationDetails(),
        picture: InputPicture? = nil, references: [InputPicture] = []
    ) {
        self.prompt = prompt
        self.size = size
        self.seed = seed
        self.details = details
        self.picture = picture
        self.references = references
    }

    /// All input pictures in their order.
    package var pictures: [InputPicture] { picture.map { [$0] + references } ?? [] }
}

extension ImageRequest {
    /// Returns an option as JSON; `nil` where the request doesn't set it. There is always a seed.
    package func value(of option: GenerationOption) -> JSONValue? {
        switch option {
        case .seed: .integer(Int64(clamping: seed))
        case .negativePrompt: details.negativePrompt.flatMap { $0.isEmpty ? nil : .text($0) }
        case .model: details.model.map { .text($0) }
        case .steps: details.steps.map { .integer(Int64($0)) }
        case .guidance: details.guidance.map { .number($0) }
        case .scheduler: details.scheduler.map { .text($0) }
        case .strength: details.strength.map { .number($0) }
        case .mask: details.mask.map { .text($0.rawValue) }
        case .quality: details.quality.map { .text($0) }
        case .format: details.format.map { .text($0.rawValue) }
        case .upscale: details.upscale.map { .integer(Int64($0)) }
        }
    }
}

/// One of the input pictures of an image-to-image request, unmodified.
package struct InputPicture: Equatable, Sendable {
    package let bytes: [UInt8]
    package let format: PictureFormat
    package let digest: Digest
    /// The part of the picture to repaint, in the format of a `MaskRenderer`; `nil` for all of it. References have none.
    package let mask: [UInt8]?

    package init(_ bytes: [UInt8], _ format: PictureFormat, digest: Digest, mask: [UInt8]? = nil) {
        self.bytes = bytes
        self.format = format
        self.digest = digest
        self.mask = mask
    }

    /// The name under which the picture is uploaded. It is derived from the content, so the same picture is always the
    /// same file.
    package var fileName: String { "textifyd-\(digest.hex.prefix(32)).\(format.ending)" }

    /// The picture in Base64, without line breaks.
    package var base64: String { Data(bytes).base64EncodedString() }

    /// The media type, such as `image/png`.
    package var mediaType: String { "image/" + format.rawValue }

    /// `data:image/png;base64,…`
    package var dataAddress: String { "data:\(mediaType);base64," + base64 }

    /// The mask in Base64, without line breaks.
    package var maskBase64: String? { mask.map { Data($0).base64EncodedString() } }

    /// The mask as a file in a form.
    package var maskFile: MultipartBody.Content? { mask.map { .file(name: "mask.png", type: "image/png", $0) } }

    /// The mask as `data:image/png;base64,…`
    package var maskAddress: String? { maskBase64.map { "data:image/png;base64," + $0 } }
}

extension [InputPicture] {
    /// 32 hexadecimal digits that depend on the content of each picture, so that none can be made to contain them: for
    /// the boundaries of a form. Of a single picture, the beginning of its digest.
    package var boundarySeed: String {
        var words: [UInt64] = [0, 0]
        for picture in self {
            for index in words.indices {
                let word = picture.digest.bytes.dropFirst(index * 8).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
                // Doubled, so that equal digests don't cancel each other out.
                words[index] = words[index] &* 2 &+ word
            }
        }
        return words.map { word in
            let digits = String(word, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}

extension InputPicture: CustomStringConvertible {
    /// The format and digest instead of the content: the same picture describes the same request.
    package var description: String { "\(format.rawValue) \(digest.hex)" }
}

/// The part of a mask that a service repaints.
package enum MaskStyle: String, Equatable, Sendable, CaseIterable {
    /// The black and fully transparent part; the rest is white and opaque. It works for services that repaint what is
    /// black and for those that repaint what is transparent.
    case transparent
    /// The white part; the rest is black, and all of it is opaque.
    case white
}

/// Renders the mask of an input picture.
package protocol MaskRenderer: Sendable {
    /// Returns a PNG of the picture's stored size, in which the part to repaint is where the picture is more than half
    /// transparent. Throws `.invalid` for a picture without a transparent part, and for one that cannot be read.
    func mask(of picture: InputPicture, _ style: MaskStyle) async throws(BackendFailure) -> [UInt8]
}
