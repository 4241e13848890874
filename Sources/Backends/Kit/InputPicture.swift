package import Domain
import FoundationEssentials

/// A picture that another is made from, as it was given.
package struct InputPicture: Equatable, Sendable {
    package let bytes: [UInt8]
    package let format: PictureFormat
    package let digest: Digest
    /// What of it is painted anew, as a `MaskPainter` has it; `nil`: all.
    package let mask: [UInt8]?

    package init(_ bytes: [UInt8], _ format: PictureFormat, digest: Digest, mask: [UInt8]? = nil) {
        self.bytes = bytes
        self.format = format
        self.digest = digest
        self.mask = mask
    }

    /// It is named after its content: the same picture is the same file.
    package var fileName: String { "textifyd-\(digest.hex.prefix(32)).\(format.ending)" }

    /// Without line breaks.
    package var base64: String { Data(bytes).base64EncodedString() }

    /// Such as `image/png`.
    package var mediaType: String { "image/" + format.rawValue }

    /// `data:image/png;base64,…`
    package var dataAddress: String { "data:\(mediaType);base64," + base64 }

    /// The mask without line breaks.
    package var maskBase64: String? { mask.map { Data($0).base64EncodedString() } }
}

extension InputPicture: CustomStringConvertible {
    /// Its name and not its content: the same picture is the same request.
    package var description: String { "\(format.rawValue) \(digest.hex)" }
}
