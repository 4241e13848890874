internal import Domain
internal import FoundationEssentials

/// JSON with sorted keys, so that equal values are equal text.
enum JSONText {
    static func of(_ value: some Encodable) throws(RepositoryFailure) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return String(decoding: try encoder.encode(value), as: UTF8.self)
        } catch {
            throw .failed(code: 1, "\(type(of: value)): \(error)")
        }
    }

    static func ofAny(_ value: (some Encodable)?) throws(RepositoryFailure) -> String? {
        guard let value else { return nil }
        return try of(value)
    }

    static func read<Value: Decodable>(_ text: String, as type: Value.Type) throws(RepositoryFailure) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(text.utf8))
        } catch {
            throw .corrupt("\(type): \(text.prefix(200))")
        }
    }

    static func readAny<Value: Decodable>(
        _ text: String?, as type: Value.Type
    ) throws(RepositoryFailure) -> Value? {
        guard let text else { return nil }
        return try read(text, as: type)
    }
}
