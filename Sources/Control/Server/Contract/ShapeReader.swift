internal import ControlAPI
internal import Domain

/// Makes JSON Schema of wire types from how they are read: nothing about their members is written down twice.
struct ShapeReader {
    /// Found on the way, by the types' names.
    private(set) var shapes: [String: JSONValue] = [:]

    /// The schema of a type: a reference to one of `shapes` for what has members.
    mutating func schema(of type: any Decodable.Type) -> JSONValue {
        if let known = Self.plain(type) { return known }
        if let list = type as? any ShapeList.Type {
            return .object(["type": .text("array"), "items": schema(of: list.element)])
        }
        if let map = type as? any ShapeMap.Type {
            return .object(["type": .text("object"), "additionalProperties": schema(of: map.value)])
        }
        if let words = type as? any ShapeWords.Type { return FieldType.choice(words.words).schema }
        let name = Self.name(of: type)
        if shapes[name] == nil {
            // Known by name before its members are looked at.
            shapes[name] = .object([:])
            shapes[name] = members(of: type, name)
        }
        return .object(["$ref": .text("#/components/schemas/" + name)])
    }

    private mutating func members(of type: any Decodable.Type, _ name: String) -> JSONValue {
        let found = ShapeMembers()
        // What it makes of nothing does not matter: it was seen asking.
        _ = try? type.init(from: ShapeDecoder(found: found))
        var properties: [String: JSONValue] = [:]
        for member in found.members {
            var property = schema(of: member.type)
            if case .object(var content) = property, let help = WireWords.help(name, member.name) {
                content["description"] = .text(help)
                if WireWords.states.contains(name + "." + member.name) { content["enum"] = .list(WireWords.stateWords) }
                property = .object(content)
            }
            properties[member.name] = property
        }
        let required = found.members.filter { !$0.mayLack }.map(\.name).sorted()
        return .object([
            "type": .text("object"), "properties": .object(properties), "required": .list(required.map { .text($0) }),
        ])
    }

    /// `JobDetail.Step`: without the room.
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

/// A word of a few.
protocol ShapeWords {
    static var words: [String] { get }
}

extension ShapeWords where Self: CaseIterable & RawRepresentable<String> {
    static var words: [String] { allCases.map(\.rawValue) }
}

extension Status.Phase: ShapeWords {}
extension HealthReport.Verdict: ShapeWords {}
extension SandboxState: ShapeWords {}
