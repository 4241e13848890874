/// One setting of a `Target`: its name, what it takes, where it goes, and what a person should know of it.
package struct Field<Target>: Sendable {
    /// As in files; command lines write `-` for `_`.
    package let name: String
    package let type: FieldType
    /// Such as `cells` or `pixels`; empty where there is none.
    package let unit: String
    package let help: FieldHelp
    let members: @Sendable () -> [FieldDescription]
    let apply: @Sendable (FieldValue, _ key: String, inout Target, inout FieldReader) -> Void
    let show: @Sendable (Target) -> String
    /// Of a table whose fields are known.
    let sheet: @Sendable (Target, _ said: FieldValue?) -> FieldSheet?

    package init<Value>(
        _ name: String, _ place: any WritableKeyPath<Target, Value> & Sendable, _ form: FieldForm<Value>,
        unit: String = "", _ help: FieldHelp
    ) {
        self.name = name
        self.type = form.type
        self.unit = unit
        self.help = help
        members = form.members
        apply = { value, key, target, reader in form.apply(value, key, &target[keyPath: place], &reader) }
        show = { form.show($0[keyPath: place]) }
        sheet = { form.sheet($0[keyPath: place], $1) }
    }

    /// A field that may be empty. What is written is read over `start`.
    package init<Value: Sendable>(
        _ name: String, optional place: any WritableKeyPath<Target, Value?> & Sendable, _ form: FieldForm<Value>,
        startingFrom start: Value, unit: String = "", _ help: FieldHelp
    ) {
        self.name = name
        self.type = form.type
        self.unit = unit
        self.help = help
        members = form.members
        apply = { value, key, target, reader in
            var read = start
            let before = reader.failures.count
            form.apply(value, key, &read, &reader)
            if reader.failures.count == before { target[keyPath: place] = read }
        }
        show = { $0[keyPath: place].map(form.show) ?? "" }
        sheet = { target, said in target[keyPath: place].flatMap { form.sheet($0, said) } }
    }

    /// The option on a command line, with its dashes.
    package var option: String { "--" + String(name.map { $0 == "_" ? "-" : $0 }) }

    /// What a target holds here, as a person would write it; empty when it holds nothing.
    package func text(of target: Target) -> String { show(target) }
}

extension Field {
    /// The same field for a target that holds this one.
    package func lifted<Whole>(to place: any WritableKeyPath<Whole, Target> & Sendable) -> Field<Whole> {
        let inner = self
        return Field<Whole>(
            name, place,
            FieldForm(type, show: inner.show) { value, key, target, reader in
                inner.apply(value, key, &target, &reader)
            }.with(members, sheet: inner.sheet), unit: unit, help)
    }
}

/// One line of help, without a full stop.
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

/// What people are spoken to in.
package enum Language: String, Equatable, Sendable, Codable, CaseIterable {
    case english = "en"
    case korean = "ko"
}

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
