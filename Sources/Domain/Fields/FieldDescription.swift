/// What is known of a field, whatever it is a field of: for schemas and manuals.
package struct FieldDescription: Equatable, Sendable {
    package let name: String
    package let type: FieldType
    /// Such as `cells`; empty where there is none.
    package let unit: String
    package let help: FieldHelp
    /// The fields of a table, or of each table of a list; empty where they have no names of their own.
    package let members: [FieldDescription]

    /// As JSON Schema 2020-12, with the help in English.
    package var schema: JSONValue {
        guard case .object(var schema) = type.schema else { return .object([:]) }
        schema["description"] = .text(help.english + (unit.isEmpty ? "" : " (\(unit))"))
        guard !members.isEmpty else { return .object(schema) }
        return Self.object(members, help: help)
    }

    /// A table that has these fields and no others.
    package static func object(_ members: [FieldDescription], help: FieldHelp) -> JSONValue {
        .object([
            "type": .text("object"), "description": .text(help.english), "additionalProperties": .flag(false),
            "properties": .object(Dictionary(members.map { ($0.name, $0.schema) }) { first, _ in first }),
        ])
    }
}

extension Field {
    package var description: FieldDescription {
        FieldDescription(name: name, type: type, unit: unit, help: help, members: members())
    }
}

extension FieldTable {
    package var descriptions: [FieldDescription] { fields.map(\.description) }
}

extension FieldDescription {
    /// The same table with these fields.
    package func with(_ members: [FieldDescription]) -> FieldDescription {
        FieldDescription(name: name, type: type, unit: unit, help: help, members: members)
    }
}
