package import Domain
import FoundationEssentials

/// A `multipart/form-data` body (RFC 7578) of text fields and files.
package struct MultipartBody: Sendable {
    /// A file part with its file name and media type, such as `image/png`.
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

    /// Creates the body with a boundary derived from `seed`, so that the same request is the same bytes. The boundary
    /// grows until no text contains it; a file cannot contain a boundary that includes its own digest.
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

extension MultipartBody.Content {
    fileprivate func holds(_ boundary: String) -> Bool {
        guard case .text(let text) = self else { return false }
        return text.contains(boundary)
    }
}

/// Reads and writes JSON bodies.
package enum JSONBody {
    /// Decodes a received body; `nil` when it is not JSON.
    package static func value(_ body: [UInt8]) -> JSONValue? {
        let opening = body.first { $0 > 32 }
        guard let opening, opening != UInt8(ascii: "<") else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(body))
    }

    /// Encodes a body with sorted keys, so that the same request is the same bytes. `nil` for a value that cannot be
    /// written, such as a number that is not finite.
    package static func bytes(_ value: JSONValue) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init)
    }
}
