import BackendKit
import Domain

/// What is posted, and as what.
struct PostedBody {
    let type: String
    let bytes: [UInt8]

    /// JSON; with a picture that the service wants in a part of its own, parts. Throws `.config` for what can't be
    /// written.
    init(_ fields: [String: JSONValue], _ picture: InputPicture?, _ dialect: Dialect) throws(BackendFailure) {
        guard let picture, dialect.edits == .multipart else {
            type = "application/json"
            bytes = try GenerationBody.bytes(fields)
            return
        }
        var parts: [(name: String, content: MultipartBody.Content)] = []
        for (name, value) in fields.sorted(by: { $0.key < $1.key }) where value != .null {
            parts.append((name, .text(try Self.text(value))))
        }
        parts.append((dialect.partName, .file(.init(picture.fileName, type: picture.mediaType, picture.bytes))))
        if let mask = picture.mask { parts.append(("mask", .file(.init("mask.png", type: "image/png", mask)))) }
        let body = MultipartBody(parts, seed: String(picture.digest.hex.prefix(32)))
        type = body.type
        bytes = body.bytes
    }

    /// A text as it is, all else as JSON.
    private static func text(_ value: JSONValue) throws(BackendFailure) -> String {
        if let text = value.text { return text }
        guard let bytes = JSONBody.bytes(value) else {
            throw .config(said: "extra holds a number that can't be written")
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
