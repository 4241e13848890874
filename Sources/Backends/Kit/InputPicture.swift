public import Domain
import FoundationEssentials

/// A picture that another is made from, as it was given.
public struct InputPicture: Equatable, Sendable {
    public let bytes: [UInt8]
    public let format: PictureFormat
    public let digest: Digest

    public init(_ bytes: [UInt8], _ format: PictureFormat, digest: Digest) {
        self.bytes = bytes
        self.format = format
        self.digest = digest
    }

    /// Without line breaks.
    public var base64: String { Data(bytes).base64EncodedString() }

    /// Such as `image/png`.
    public var mediaType: String { "image/" + format.rawValue }

    /// `data:image/png;base64,…`
    public var dataAddress: String { "data:\(mediaType);base64," + base64 }
}

extension InputPicture: CustomStringConvertible {
    /// Its name and not its content: the same picture is the same request.
    public var description: String { "\(format.rawValue) \(digest.hex)" }
}
