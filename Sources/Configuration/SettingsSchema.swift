package import Domain

/// The configuration as editors and manuals know it, from the tables that it is read by.
package enum SettingsSchema {
    /// The tables of the file with their fields. `watch` stands for each of its tables, and `backends` is left out: what a
    /// backend's table holds hangs on its type.
    package static var tables: [FieldDescription] {
        FieldTable.settings(backends: []).descriptions.filter { $0.name != "backends" }.map { table in
            table.name == "watch" ? table.with(FieldTable.watch(backends: []).descriptions) : table
        }
    }

    /// What a backend's table holds, by its type.
    package static var backends: [(type: String, fields: [FieldDescription])] {
        let paths = PathResolver(base: "/", home: nil)
        return BackendType.allCases.map { type in
            (type.rawValue, FieldTable.backend(type, paths, names: []).descriptions)
        }
    }

    /// JSON Schema 2020-12 of the whole file.
    package static var json: JSONValue {
        var properties: [String: JSONValue] = [:]
        for table in tables {
            properties[table.name] =
                table.name == "watch" ? .object(["type": .text("array"), "items": table.schema]) : table.schema
        }
        properties["backends"] = .object([
            "type": .text("object"), "description": .text("Who generates pictures, one table for each"),
            "additionalProperties": .object(["oneOf": .list(backends.map { backend($0.type, $0.fields) })]),
        ])
        return .object([
            "$schema": .text("https://json-schema.org/draft/2020-12/schema"), "title": .text("textifyd.toml"),
            "type": .text("object"), "additionalProperties": .flag(false), "properties": .object(properties),
        ])
    }

    private static func backend(_ type: String, _ fields: [FieldDescription]) -> JSONValue {
        let help = FieldHelp("A backend of type \(type)", "\(type) 백엔드")
        guard case .object(var schema) = FieldDescription.object(fields, help: help),
            case .object(var properties) = schema["properties"]
        else { return .null }
        properties["type"] = .object(["const": .text(type)])
        schema["properties"] = .object(properties)
        schema["required"] = .list([.text("type")])
        return .object(schema)
    }
}
