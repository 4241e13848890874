/// The fields of a `Target`: the one place from which files, command lines and help are read and checked.
package struct FieldTable<Target>: Sendable {
    package let fields: [Field<Target>]

    package init(_ fields: [Field<Target>]) {
        self.fields = fields
    }

    /// Lays a whole tree over a target and returns every mistake, in the order of the file. What is wrong is left as
    /// it was.
    package func apply(_ tree: FieldValue, to target: inout Target, file: String = "") -> [FieldFailure] {
        var reader = FieldReader(file: file)
        apply(tree, to: &target, under: "", reader: &reader)
        return reader.sorted
    }

    /// Lays a table that stands under `key` over a target.
    package func apply(_ value: FieldValue, to target: inout Target, under key: String, reader: inout FieldReader) {
        guard let entries = value.entries else {
            return reader.report(.wrongType(wanted: "table", got: value.typeName), key: key, at: value)
        }
        var seen: Set<String> = []
        for entry in entries {
            let whole = FieldReader.join(key, entry.name)
            guard let field = field(entry.name) else {
                reader.report(.unknown(nearest: nearest(to: entry.name)), key: whole, at: entry)
                continue
            }
            guard seen.insert(entry.name).inserted else {
                reader.report(.duplicate, key: whole, at: entry)
                continue
            }
            field.apply(entry.value, whole, &target, &reader)
        }
    }

    package func field(_ name: String) -> Field<Target>? {
        fields.first { $0.name == name }
    }

    package func nearest(to name: String) -> String? {
        NearestName.of(name, among: fields.map(\.name))
    }
}
