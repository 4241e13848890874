import BackendKit
import Domain

/// A picture as parts of a form (RFC 7578).
struct UploadBody {
    private let picture: InputPicture
    /// Its content can't hold what its own digest is a part of.
    private let boundary: String

    init(_ picture: InputPicture) {
        self.picture = picture
        boundary = "textifyd-" + picture.digest.hex.prefix(32)
    }

    var type: String { "multipart/form-data; boundary=" + boundary }

    var bytes: [UInt8] {
        let name = "textifyd-\(picture.digest.hex.prefix(32)).\(picture.format.ending)"
        return head("name=\"image\"; filename=\"\(name)\"\r\nContent-Type: \(picture.mediaType)") + picture.bytes
            + Array("\r\n".utf8) + head("name=\"type\"") + Array("input\r\n".utf8)
            + head("name=\"overwrite\"") + Array("true\r\n--\(boundary)--\r\n".utf8)
    }

    private func head(_ text: String) -> [UInt8] {
        Array("--\(boundary)\r\nContent-Disposition: form-data; \(text)\r\n\r\n".utf8)
    }
}
