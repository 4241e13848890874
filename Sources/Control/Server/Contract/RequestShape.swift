internal import Domain

/// Requests that are sent as JSON, from the tables of their fields.
enum RequestShape {
    static var bulk: JSONValue {
        object(members(BulkFields.table.descriptions), "Jobs that fit all that is said; something has to be")
    }

    static var submission: JSONValue {
        var properties = members(FieldTable.request(backends: []).descriptions)
        for (name, longest, help) in about {
            properties[name] = .object([
                "type": .text("string"), "minLength": .integer(1), "maxLength": .integer(longest),
                "description": .text(help),
            ])
        }
        return object(properties, "A request; what is left out is the folder's")
    }

    private static let about: [(String, Int64, String)] = [
        ("folder", 255, "The watch folder whose outbox and defaults hold; the first when left out"),
        ("name", 255, "What the outputs are named after"),
        ("reference", 256, "Your own words, given back with the job"),
    ]

    private static func members(_ fields: [FieldDescription]) -> [String: JSONValue] {
        Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.schema) })
    }

    private static func object(_ members: [String: JSONValue], _ help: String) -> JSONValue {
        .object([
            "type": .text("object"), "properties": .object(members), "additionalProperties": .flag(false),
            "description": .text(help),
        ])
    }
}
