internal import ControlAPI
internal import Domain

/// Derives JSON Schema from the types' `Decodable` conformances, so that members are declared only once.
struct SchemaBuilder {
    /// The schemas found so far, by type name.
    private(set) var shapes: [String: JSONValue] = [:]

    /// The schema of a type: a reference into `shapes` for a type that has members.
    mutating func schema(of type: any Decodable.Type) -> JSONValue {
        if let known = Self.plain(type) { return known }
        if let list = type as? any ArrayShape.Type {
            return .object(["type": .text("array"), "items": schema(of: list.element)])
        }
        if let map = type as? any DictionaryShape.Type {
            return .object(["type": .text("object"), "additionalProperties": schema(of: map.value)])
        }
        if let words = type as? any EnumShape.Type { return FieldType.choice(words.words).schema }
        let name = Self.name(of: type)
        if shapes[name] == nil {
            // Registered before its members are visited, because types may be recursive.
            shapes[name] = .object([:])
            shapes[name] = members(of: type, name)
        }
        return .object(["$ref": .text("#/components/schemas/" + name)])
    }

    private mutating func members(of type: any Decodable.Type, _ name: String) -> JSONValue {
        let found = RecordedMembers()
        // The decoded value does not matter: the requested members were recorded.
        _ = try? type.init(from: SchemaProbe(found: found))
        var properties: [String: JSONValue] = [:]
        for member in found.members {
            var property = schema(of: member.type)
            if case .object(var content) = property, let help = MemberDescriptions.help(name, member.name) {
                content["description"] = .text(help)
                if MemberDescriptions.states.contains(name + "." + member.name) {
                    content["enum"] = .list(MemberDescriptions.stateWords)
                }
                property = .object(content)
            }
            properties[member.name] = property
        }
        let required = found.members.filter { !$0.mayLack }.map(\.name).sorted()
        return .object([
            "type": .text("object"), "properties": .object(properties), "required": .list(required.map { .text($0) }),
        ])
    }

    /// The type's name without its module: `JobDetail.Step`.
    static func name(of type: any Decodable.Type) -> String {
        String(reflecting: type).split(separator: ".").dropFirst().joined(separator: ".")
    }

    private static func plain(_ type: any Decodable.Type) -> JSONValue? {
        switch type {
        case is String.Type: .object(["type": .text("string")])
        case is Bool.Type: .object(["type": .text("boolean")])
        case is WireTime.Type: .object(["type": .text("string"), "format": .text("date-time")])
        case is any FixedWidthInteger.Type: .object(["type": .text("integer")])
        case is any BinaryFloatingPoint.Type: .object(["type": .text("number")])
        case is JSONValue.Type: .object([:])
        default: nil
        }
    }
}

/// A type whose values are a fixed set of words.
protocol EnumShape {
    static var words: [String] { get }
}

extension EnumShape where Self: CaseIterable & RawRepresentable<String> {
    static var words: [String] { allCases.map(\.rawValue) }
}

extension Status.Phase: EnumShape {}
extension HealthReport.Verdict: EnumShape {}
extension SandboxState: EnumShape {}

/// The members that a type requested while it was decoded, each once.
final class RecordedMembers {
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

    /// A type that checks for a member can do without it.
    func mayLack(_ name: String) {
        lacking.insert(name)
    }
}

/// A decoder without input that records the members a type requests.
struct SchemaProbe: Decoder {
    let found: RecordedMembers
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(RecordingContainer<Key>(found: found))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw UnsupportedContainer() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw UnsupportedContainer() }
}

/// Thrown for containers that can't be simulated.
private struct UnsupportedContainer: Error {}

private struct RecordingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let found: RecordedMembers
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

    /// An arbitrary value of a type; its content does not matter.
    private static func anything<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let simple: [Any] = [
            "", false, Int(0), Int32(0), Int64(0), 0.0, WireTime(milliseconds: 0), Status.Phase.running,
            HealthReport.Verdict.well,
        ]
        if let value = simple.lazy.compactMap({ $0 as? Value }).first { return value }
        if let list = type as? any ArrayShape.Type, let none = list.nothing as? Value { return none }
        if let map = type as? any DictionaryShape.Type, let none = map.nothing as? Value { return none }
        return try type.init(from: SchemaProbe(found: RecordedMembers()))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> { throw UnsupportedContainer() }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw UnsupportedContainer() }
    func superDecoder() throws -> any Decoder { throw UnsupportedContainer() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw UnsupportedContainer() }
}

/// An array of any element type.
protocol ArrayShape {
    static var element: any Decodable.Type { get }
    static var nothing: Any { get }
}

extension Array: ArrayShape where Element: Decodable {
    static var element: any Decodable.Type { Element.self }
    static var nothing: Any { [Element]() }
}

/// A dictionary with text keys.
protocol DictionaryShape {
    static var value: any Decodable.Type { get }
    static var nothing: Any { get }
}

extension Dictionary: DictionaryShape where Key == String, Value: Decodable {
    static var value: any Decodable.Type { Value.self }
    static var nothing: Any { [String: Value]() }
}
