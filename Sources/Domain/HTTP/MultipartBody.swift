/// A `multipart/form-data` body (RFC 7578) of text fields and files.
package struct MultipartBody: Sendable {
    package enum Content: Sendable {
        case text(String)
        /// A file with its name and media type, such as `image/png`.
        case file(name: String, type: String, [UInt8])
    }

    private let parts: [(name: String, content: Content)]
    private let boundary: String

    /// Creates the body with a boundary derived from `seed`, so that the same request is the same bytes. The boundary
    /// grows until no text contains it; a file cannot contain a boundary that includes its own digest.
    package init(_ parts: [(name: String, content: Content)], seed: String) {
        self.parts = parts
        let plain = seed.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40)
        let texts = parts.compactMap { if case .text(let text) = $0.content { text } else { nil } }
        var boundary = "textifyd-" + plain
        while texts.contains(where: { $0.contains(boundary) }) { boundary += "x" }
        self.boundary = boundary
    }

    package var type: String { "multipart/form-data; boundary=" + boundary }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (name, content) in parts {
            bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\"".utf8
            switch content {
            case .text(let text): bytes += "\r\n\r\n\(text)".utf8
            case .file(let file, let type, let content):
                bytes += "; filename=\"\(Self.escaped(file))\"\r\nContent-Type: \(type)\r\n\r\n".utf8
                bytes += content
            }
            bytes += "\r\n".utf8
        }
        return bytes + Array("--\(boundary)--\r\n".utf8)
    }

    /// Escapes what would end the quoted name, as the HTML standard prescribes.
    private static func escaped(_ name: String) -> String {
        name.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\"": text += "%22"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}
