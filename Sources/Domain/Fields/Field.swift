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
