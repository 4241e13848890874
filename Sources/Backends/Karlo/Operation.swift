import BackendKit

/// What Karlo is asked to do, by the last part of its address.
enum Operation: String {
    case t2i
    case variations
    case inpainting
    case upscale
    /// Looks at a picture and makes none.
    case check = "nsfw_checker"

    /// A picture without words is made larger; with them it is varied, or a part of it painted anew.
    init(_ request: ImageRequest) {
        guard let picture = request.picture else {
            self = .t2i
            return
        }
        self = request.prompt.isEmpty ? .upscale : picture.mask == nil ? .variations : .inpainting
    }
}
