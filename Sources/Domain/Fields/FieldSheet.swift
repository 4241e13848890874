/// What a target holds, field by field, and what a person said of it.
package struct FieldSheet: Equatable, Sendable {
    package struct Line: Equatable, Sendable {
        package let name: String
        /// As a file would have it; `nil` where the field holds nothing.
        package var value: FieldValue?
        /// Where it was said; `nil` where it was not.
        package let said: FieldEntry?
    }

    package struct Table: Equatable, Sendable {
        package let name: String
        package let sheet: FieldSheet
    }

    package var lines: [Line] = []
    package var tables: [Table] = []
}

extension FieldTable {
    /// All fields of a target that `said` was laid over.
    package func sheet(of target: Target, said: FieldValue?) -> FieldSheet {
        var sheet = FieldSheet()
        for field in fields {
            let entry = said?[field.name]
            if let inner = field.sheet(target, entry?.value) {
                sheet.tables.append(FieldSheet.Table(name: field.name, sheet: inner))
            } else if let value = entry?.value ?? field.value(of: target) {
                sheet.lines.append(FieldSheet.Line(name: field.name, value: value, said: entry))
            } else if field.type != .table {
                sheet.lines.append(FieldSheet.Line(name: field.name, value: nil, said: nil))
            }
        }
        return sheet
    }
}

extension Field {
    /// What a target holds here, as a file would have it; `nil` when it holds nothing, or tables of the person's own.
    fileprivate func value(of target: Target) -> FieldValue? {
        let text = text(of: target)
        guard type != .table, !text.isEmpty else { return nil }
        return try? type.value(of: text)
    }
}
