internal import Domain

extension FieldValue {
    /// A table with another over it: tables are merged by their keys, `tags` are united, all else is replaced.
    func overlaid(by other: FieldValue) -> FieldValue {
        guard let entries, let over = other.entries, !over.isEmpty else { return self }
        var merged = entries
        for entry in over {
            guard let place = merged.firstIndex(where: { $0.name == entry.name }) else {
                merged.append(entry)
                continue
            }
            merged[place] = merged[place].overlaid(by: entry)
        }
        return FieldValue(.table(merged), line: line, column: column)
    }
}

extension FieldEntry {
    fileprivate func overlaid(by other: FieldEntry) -> FieldEntry {
        switch (value.content, other.value.content) {
        case (.table, .table):
            FieldEntry(name: name, value: value.overlaid(by: other.value), line: line, column: column)
        case (.list(let one), .list(let two)) where name == "tags":
            FieldEntry(
                name: name,
                value: FieldValue(.list(one + two.filter { tag in !one.contains { $0.content == tag.content } })))
        default: other
        }
    }
}
