extension FieldCodec where Value == [String: JSONValue] {
    /// A table of arbitrary JSON values. Names in `owned` have their own settings and are rejected.
    package static func extra(owned: Set<String>) -> Self {
        FieldCodec(.table, show: { _ in "" }) { value, key, reader in
            guard let entries = reader.entries(of: value, key: key) else { return nil }
            var fields: [String: JSONValue] = [:]
            for entry in entries {
                let key = FieldReader.join(key, entry.name)
                if owned.contains(entry.name) {
                    reader.report(.conflict(with: entry.name), key: key, at: entry)
                } else {
                    fields[entry.name] = json(entry.value, key, &reader)
                }
            }
            return fields
        }
    }

    private static func json(_ value: FieldValue, _ key: String, _ reader: inout FieldReader) -> JSONValue? {
        switch value.content {
        case .text(let text): return .text(text)
        case .integer(let integer): return .integer(integer)
        case .flag(let flag): return .flag(flag)
        case .number(let number):
            if number.isFinite { return .number(number) }
            reader.report(.malformed(got: String(number), example: "1.5"), key: key, at: value)
        case .list(let values):
            return .list(values.enumerated().compactMap { json($1, "\(key)[\($0)]", &reader) })
        case .table(let entries):
            let members = entries.compactMap { entry in
                json(entry.value, FieldReader.join(key, entry.name), &reader).map { (entry.name, $0) }
            }
            return .object(Dictionary(members) { first, _ in first })
        case .other(let kind):
            reader.report(.wrongType(wanted: "text", got: kind), key: key, at: value)
        }
        return nil
    }
}
