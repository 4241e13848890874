/// One setting of a `Target`: its name, accepted values, key path and help.
package struct Field<Target>: Sendable {
    /// The name in files; on command lines, `_` becomes `-`.
    package let name: String
    package let type: FieldType
    /// The unit, such as `cells` or `pixels`; empty if there is none.
    package let unit: String
    package let help: FieldHelp
    let members: @Sendable () -> [FieldDescription]
    let apply: @Sendable (FieldValue, _ key: String, inout Target, inout FieldReader) -> Void
    let show: @Sendable (Target) -> String
    /// The values of a table whose fields are known; `nil` for other fields.
    let sheet: @Sendable (Target, _ said: FieldValue?) -> FieldListing?

    private init(
        name: String, type: FieldType, unit: String, help: FieldHelp,
        members: @escaping @Sendable () -> [FieldDescription],
        apply: @escaping @Sendable (FieldValue, _ key: String, inout Target, inout FieldReader) -> Void,
        show: @escaping @Sendable (Target) -> String,
        sheet: @escaping @Sendable (Target, _ said: FieldValue?) -> FieldListing?
    ) {
        self.name = name
        self.type = type
        self.unit = unit
        self.help = help
        self.members = members
        self.apply = apply
        self.show = show
        self.sheet = sheet
    }

    package init<Value>(
        _ name: String, _ place: any WritableKeyPath<Target, Value> & Sendable, _ form: FieldCodec<Value>,
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

    /// Creates a field with an optional value. Written values are read over `start`.
    package init<Value: Sendable>(
        _ name: String, optional place: any WritableKeyPath<Target, Value?> & Sendable, _ form: FieldCodec<Value>,
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

    /// The option's name on command lines, including its dashes.
    package var option: String { "--" + String(name.map { $0 == "_" ? "-" : $0 }) }

    /// Returns the target's value, as a person would write it; empty if there is none.
    package func text(of target: Target) -> String { show(target) }
}

extension Field {
    /// Returns the same field for a `Whole` that contains the target.
    package func lifted<Whole>(to place: any WritableKeyPath<Whole, Target> & Sendable) -> Field<Whole> {
        lifted(get: { $0[keyPath: place] }, set: { $0[keyPath: place] = $1 })
    }

    /// Returns the same field for a `Whole` that may contain the target; without one, values are ignored.
    func lifted<Whole>(
        get: @escaping @Sendable (Whole) -> Target?, set: @escaping @Sendable (inout Whole, Target) -> Void
    ) -> Field<Whole> {
        let (apply, show, sheet) = (apply, show, sheet)
        return Field<Whole>(
            name: name, type: type, unit: unit, help: help, members: members,
            apply: { value, key, whole, reader in
                guard var target = get(whole) else { return }
                apply(value, key, &target, &reader)
                set(&whole, target)
            }, show: { get($0).map(show) ?? "" }, sheet: { whole, said in get(whole).flatMap { sheet($0, said) } })
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
