extension FieldValue {
    /// As JSON has it.
    package var json: JSONValue {
        switch content {
        case .text(let text), .other(let text): .text(text)
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .list(let values): .list(values.map(\.json))
        case .table(let entries):
            .object(Dictionary(entries.map { ($0.name, $0.value.json) }) { first, _ in first })
        }
    }
}
