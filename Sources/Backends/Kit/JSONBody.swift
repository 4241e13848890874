package import Domain
import FoundationEssentials

/// A body as JSON, when it is.
package enum JSONBody {
    /// What was received; `nil` when it is no JSON.
    package static func value(_ body: [UInt8]) -> JSONValue? {
        let opening = body.first { $0 > 32 }
        guard let opening, opening != UInt8(ascii: "<") else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(body))
    }

    /// What is sent, its keys in order, so that the same request is the same bytes. `nil` when a value can't be written,
    /// such as a number that is not finite.
    package static func bytes(_ value: JSONValue) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init)
    }
}
