extension FieldForm {
    /// A list whose elements differ, each read by its own form. It replaces what is there.
    package static func list<Element>(
        of element: FieldForm<Element>, startingFrom start: Element
    ) -> Self where Value == [Element], Element: Equatable & Sendable {
        gathered(element, start) { _, read in read }
    }

    /// The same, but it joins what is there: the old ones first, then the new ones.
    package static func union<Element>(
        of element: FieldForm<Element>, startingFrom start: Element
    ) -> Self where Value == [Element], Element: Equatable & Sendable {
        gathered(element, start) { old, read in old + read.filter { !old.contains($0) } }
    }

    /// A table of fields, laid over what is there.
    package static func table(_ table: FieldTable<Value>) -> Self {
        FieldForm(.table, show: { _ in "" }) { value, key, place, reader in
            table.apply(value, to: &place, under: key, reader: &reader)
        }.with({ table.descriptions }, sheet: { table.sheet(of: $0, said: $1) })
    }

    private static func gathered<Element>(
        _ element: FieldForm<Element>, _ start: Element,
        _ join: @escaping @Sendable ([Element], [Element]) -> [Element]
    ) -> Self where Value == [Element], Element: Equatable & Sendable {
        FieldForm(
            .list(element.type), show: { $0.map(element.show).joined(separator: ",") },
            apply: { value, key, place, reader in
                guard case .list(let values) = value.content else {
                    return reader.report(.wrongType(wanted: "list", got: value.typeName), key: key, at: value)
                }
                var read: [Element] = []
                for (index, value) in values.enumerated() {
                    append(value, key: "\(key)[\(index)]", element, start, to: &read, &reader)
                }
                place = join(place, read)
            })
    }

    private static func append<Element: Equatable>(
        _ value: FieldValue, key: String, _ element: FieldForm<Element>, _ start: Element, to read: inout [Element],
        _ reader: inout FieldReader
    ) {
        let before = reader.failures.count
        var next = start
        element.apply(value, key, &next, &reader)
        guard reader.failures.count == before else { return }
        guard !read.contains(next) else { return reader.report(.duplicate, key: key, at: value) }
        read.append(next)
    }
}
