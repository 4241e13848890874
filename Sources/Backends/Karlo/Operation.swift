import BackendKit

/// What Karlo is asked to do, by the last part of its address.
enum Operation: String {
    case t2i
    case variations
    case upscale

    /// A picture without words is made larger.
    init(_ request: ImageRequest) {
        self = request.picture == nil ? .t2i : request.prompt.isEmpty ? .upscale : .variations
    }
}
