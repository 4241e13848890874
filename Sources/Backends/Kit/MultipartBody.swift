/// A body of parts (RFC 7578): texts as they are, and files.
package struct MultipartBody: Sendable {
    /// A file, with its name and its type, such as `image/png`.
    package struct File: Sendable {
        let name: String
        let type: String
        let bytes: [UInt8]

        package init(_ name: String, type: String, _ bytes: [UInt8]) {
            self.name = name
            self.type = type
            self.bytes = bytes
        }
    }

    package enum Content: Sendable {
        case text(String)
        case file(File)
    }

    private let parts: [(name: String, content: Content)]
    private let boundary: String

    /// `seed`: what the boundary is made of, so that the same request is the same bytes. It grows until no text holds it;
    /// a file can't hold what its own digest is a part of.
    package init(_ parts: [(name: String, content: Content)], seed: String) {
        self.parts = parts
        let plain = seed.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }.prefix(40)
        var boundary = "textifyd-" + plain
        while parts.contains(where: { $0.content.holds(boundary) }) { boundary += "x" }
        self.boundary = boundary
    }

    package var type: String { "multipart/form-data; boundary=" + boundary }

    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for (name, content) in parts {
            bytes += "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\"".utf8
            switch content {
            case .text(let text): bytes += "\r\n\r\n\(text)".utf8
            case .file(let file):
                bytes += "; filename=\"\(Self.escaped(file.name))\"\r\nContent-Type: \(file.type)\r\n\r\n".utf8
                bytes += file.bytes
            }
            bytes += "\r\n".utf8
        }
        return bytes + Array("--\(boundary)--\r\n".utf8)
    }

    /// As the HTML standard has it: what would end the name.
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

extension MultipartBody.Content {
    fileprivate func holds(_ boundary: String) -> Bool {
        guard case .text(let text) = self else { return false }
        return text.contains(boundary)
    }
}
