import Domain
import FoundationEssentials

/// Bodies as JSON.
enum JSONBody {
    /// `nil` when it is none.
    static func value(_ body: [UInt8]) -> JSONValue? {
        let opening = body.first { $0 > 32 }
        guard let opening, opening != UInt8(ascii: "<") else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(body))
    }

    /// Its keys in order, so that the same value is the same bytes. `nil` when a number is not finite.
    static func bytes(_ value: JSONValue) -> [UInt8]? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map(Array.init)
    }
}
