/// One setting of a `Target`: its name, accepted values, key path and help.
package struct Field<Target>: Sendable {
    /// The name in files; on command lines, `_` becomes `-`.
    package let name: String
    package let type: FieldType
    /// The unit, such as `cells` or `pixels`; empty if there is none.
    package let unit: String
    package let help: FieldHelp
    let apply: @Sendable (FieldValue, _ key: String, inout Target, inout FieldReader) -> Void
    let show: @Sendable (Target) -> String
    /// The fields of a table; empty for other fields, and if the keys are free.
    var members: @Sendable () -> [FieldDescription] = { [] }
    /// Lists the values of a table whose fields are known; `nil` for other fields.
    var listings: @Sendable (Target, _ written: FieldValue?) -> [FieldListing]? = { _, _ in nil }

    /// The option's name on command lines, including its dashes.
    package var option: String { "--" + String(name.map { $0 == "_" ? "-" : $0 }) }

    /// Returns the target's value, as a person would write it; empty if there is none.
    package func text(of target: Target) -> String { show(target) }
}

extension Field {
    package init<Value>(
        _ name: String, _ path: any WritableKeyPath<Target, Value> & Sendable, _ codec: FieldCodec<Value>,
        unit: String = "", _ help: FieldHelp
    ) {
        self.init(
            name: name, type: codec.type, unit: unit, help: help,
            apply: { value, key, target, reader in
                if let read = codec.read(value, key, &reader) { target[keyPath: path] = read }
            }, show: { codec.show($0[keyPath: path]) })
    }

    /// Creates a field with an optional value.
    package init<Value>(
        _ name: String, optional path: any WritableKeyPath<Target, Value?> & Sendable, _ codec: FieldCodec<Value>,
        unit: String = "", _ help: FieldHelp
    ) {
        self.init(
            name: name, type: codec.type, unit: unit, help: help,
            apply: { value, key, target, reader in
                if let read = codec.read(value, key, &reader) { target[keyPath: path] = read }
            }, show: { $0[keyPath: path].map(codec.show) ?? "" })
    }

    /// Creates a field with a list whose elements are added to the existing ones.
    init<Element: Equatable & Sendable>(
        _ name: String, addingTo path: any WritableKeyPath<Target, [Element]> & Sendable,
        _ codec: FieldCodec<[Element]>, _ help: FieldHelp
    ) {
        self.init(
            name: name, type: codec.type, unit: "", help: help,
            apply: { value, key, target, reader in
                let earlier = target[keyPath: path]
                let read = codec.read(value, key, &reader) ?? []
                let all = earlier + read.filter { !earlier.contains($0) }
                if case .list(_, let most?) = codec.type, all.count > most {
                    return reader.report(.tooMany(all.count, most), key: key, at: value)
                }
                target[keyPath: path] = all
            }, show: { codec.show($0[keyPath: path]) })
    }

    /// Creates a field with a table of fields, which are applied to the existing value.
    package init<Value>(
        _ name: String, _ path: any WritableKeyPath<Target, Value> & Sendable, table: FieldTable<Value>,
        _ help: FieldHelp
    ) {
        self.init(
            name: name, type: .table, unit: "", help: help,
            apply: { value, key, target, reader in
                table.apply(value, to: &target[keyPath: path], under: key, reader: &reader)
            }, show: { _ in "" }, members: { table.descriptions },
            listings: { table.listings(of: $0[keyPath: path], written: $1) })
    }

    /// Returns the same field for a `Whole` that contains the target.
    package func nested<Whole>(in path: any WritableKeyPath<Whole, Target> & Sendable) -> Field<Whole> {
        nested(get: { $0[keyPath: path] }, set: { $0[keyPath: path] = $1 })
    }

    /// Returns the same field for a `Whole` that may contain the target; without one, values are ignored.
    func nested<Whole>(
        get: @escaping @Sendable (Whole) -> Target?, set: @escaping @Sendable (inout Whole, Target) -> Void
    ) -> Field<Whole> {
        let (apply, show, listings) = (apply, show, listings)
        return Field<Whole>(
            name: name, type: type, unit: unit, help: help,
            apply: { value, key, whole, reader in
                guard var target = get(whole) else { return }
                apply(value, key, &target, &reader)
                set(&whole, target)
            }, show: { get($0).map(show) ?? "" }, members: members,
            listings: { whole, written in get(whole).flatMap { listings($0, written) } })
    }
}

/// One line of help in both languages, without a full stop.
package struct FieldHelp: Equatable, Sendable {
    package let english: String
    package let korean: String

    package init(_ english: String, _ korean: String) {
        self.english = english
        self.korean = korean
    }

    package func text(in language: Language) -> String {
        switch language {
        case .english: english
        case .korean: korean
        }
    }
}

/// A language for messages and help.
package enum Language: String, Equatable, Sendable, Codable, CaseIterable {
    case english = "en"
    case korean = "ko"
}

/// The properties of a field independent of its target's type, for schemas and manuals.
package struct FieldDescription: Equatable, Sendable {
    package let name: String
    package let type: FieldType
    /// The unit, such as `cells`; empty if there is none.
    package let unit: String
    package let help: FieldHelp
    /// The fields of a table, or of each table in a list; empty if the keys are free.
    package let members: [FieldDescription]

    /// JSON Schema 2020-12, with the help in English.
    package var schema: JSONValue {
        guard case .object(var schema) = type.schema else { return .object([:]) }
        schema["description"] = .text(help.english + (unit.isEmpty ? "" : " (\(unit))"))
        guard !members.isEmpty else { return .object(schema) }
        return Self.object(members, help: help)
    }

    /// Returns the schema of a table with exactly these fields.
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
    /// Returns the same description with other members.
    package func with(_ members: [FieldDescription]) -> FieldDescription {
        FieldDescription(name: name, type: type, unit: unit, help: help, members: members)
    }
}
