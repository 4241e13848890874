package import Domain
import FoundationEssentials

/// Reads and writes JSON bodies.
package enum JSONBody {
    /// Decodes a received body; `nil` when it is not JSON.
    package static func value(_ body: [UInt8]) -> JSONValue? {
        let opening = body.first { $0 > 32 }
        guard let opening, opening != UInt8(ascii: "<") else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(body))
    }

    package static func value(_ text: String) -> JSONValue? { value(Array(text.utf8)) }

    /// Encodes a body with sorted keys, so that the same request is the same bytes. `nil` for a value that cannot be
    /// written, such as a number that is not finite.
    package static func bytes(_ value: JSONValue) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init)
    }

    /// Encodes a request's body. Throws `.config` for a value that cannot be written; `origin` names where it comes from.
    package static func bytes(_ value: JSONValue, from origin: String) throws(BackendFailure) -> [UInt8] {
        guard let bytes = bytes(value) else {
            throw .config(message: "\(origin) contains a number that JSON cannot represent")
        }
        return bytes
    }
}
