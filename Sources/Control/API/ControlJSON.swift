internal import Domain
internal import FoundationEssentials

/// How values stand on the wire: one line of JSON, its keys in alphabetical order, so that the same is always the same.
/// Characters that a terminal would obey are escaped, above ASCII too: operators print answers with curl.
package enum ControlJSON {
    package static func encode(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return TerminalText.json(Array(try encoder.encode(value)))
    }

    /// What is not known is passed over, so that an older client understands a newer service.
    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }
}
