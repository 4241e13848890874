internal import ControlAPI

/// The members that a type asked for while it was being read, each once.
final class ShapeMembers {
    struct Member {
        let name: String
        let type: any Decodable.Type
        let mayLack: Bool
    }

    private(set) var members: [Member] = []
    private var lacking: Set<String> = []

    func add(_ name: String, _ type: any Decodable.Type) {
        guard !members.contains(where: { $0.name == name }) else { return }
        members.append(Member(name: name, type: type, mayLack: lacking.contains(name)))
    }

    /// Whoever asks whether a member is there can do without it.
    func mayLack(_ name: String) {
        lacking.insert(name)
    }
}

/// Reads a type out of nothing, and notes what it asks for.
struct ShapeDecoder: Decoder {
    let found: ShapeMembers
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ShapeContainer<Key>(found: found))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw ShapeEnd() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw ShapeEnd() }
}

/// Nothing more can be read of nothing.
private struct ShapeEnd: Error {}

private struct ShapeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let found: ShapeMembers
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool {
        found.mayLack(key.stringValue)
        return true
    }

    func decodeNil(forKey key: Key) -> Bool { false }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        found.add(key.stringValue, type)
        return try Self.anything(type)
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) -> Value? {
        found.mayLack(key.stringValue)
        found.add(key.stringValue, type)
        return nil
    }

    /// Some value of a type: what it is does not matter.
    private static func anything<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let simple: [Any] = [
            "", false, Int(0), Int32(0), Int64(0), 0.0, WireTime(milliseconds: 0), Status.Phase.running,
            HealthReport.Verdict.well,
        ]
        if let value = simple.lazy.compactMap({ $0 as? Value }).first { return value }
        if let list = type as? any ShapeList.Type, let none = list.nothing as? Value { return none }
        if let map = type as? any ShapeMap.Type, let none = map.nothing as? Value { return none }
        return try type.init(from: ShapeDecoder(found: ShapeMembers()))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { throw ShapeEnd() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw ShapeEnd() }
    func superDecoder() throws -> any Decoder { throw ShapeEnd() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw ShapeEnd() }
}
