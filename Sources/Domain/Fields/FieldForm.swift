/// How a value of one type is read, checked and shown, whatever it is a field of.
package struct FieldForm<Value>: Sendable {
    package let type: FieldType
    package let apply: @Sendable (FieldValue, _ key: String, inout Value, inout FieldReader) -> Void
    let show: @Sendable (Value) -> String
    /// Of a table whose fields are known.
    private(set) var members: @Sendable () -> [FieldDescription] = { [] }
    /// What such a table holds; `nil` for anything else.
    private(set) var sheet: @Sendable (Value, _ said: FieldValue?) -> FieldSheet? = { _, _ in nil }

    /// A form that lays what is written over what is there: for tables, and lists that unite.
    package init(
        _ type: FieldType, show: @escaping @Sendable (Value) -> String,
        apply: @escaping @Sendable (FieldValue, _ key: String, inout Value, inout FieldReader) -> Void
    ) {
        self.type = type
        self.show = show
        self.apply = apply
    }

    /// The same form of a table with these fields, and what they hold.
    func with(
        _ members: @escaping @Sendable () -> [FieldDescription],
        sheet: @escaping @Sendable (Value, FieldValue?) -> FieldSheet?
    ) -> FieldForm {
        var form = self
        form.members = members
        form.sheet = sheet
        return form
    }

    /// A form that replaces what is there.
    package init(
        _ type: FieldType, show: @escaping @Sendable (Value) -> String,
        read: @escaping @Sendable (FieldValue) throws(FieldFailure.Problem) -> Value
    ) {
        self.init(type, show: show) { value, key, place, reader in
            do throws(FieldFailure.Problem) {
                place = try read(value)
            } catch {
                reader.report(error, key: key, at: value)
            }
        }
    }

    /// Reads a text and makes something of it; `nil` means that it is malformed.
    package init(
        _ type: FieldType, show: @escaping @Sendable (Value) -> String,
        text make: @escaping @Sendable (String) throws(FieldFailure.Problem) -> Value?
    ) {
        self.init(type, show: show) { value throws(FieldFailure.Problem) in
            let text = try value.text()
            guard let made = try make(text) else {
                throw .malformed(got: text, example: type.example)
            }
            return made
        }
    }
}
