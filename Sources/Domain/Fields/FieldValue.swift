/// A value as a person wrote it, and where: one tree for TOML files, front matter and command lines.
package struct FieldValue: Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case flag(Bool)
        case list([FieldValue])
        /// In the order of the file.
        case table([FieldEntry])
        /// A kind that no field takes, such as `date`.
        case other(String)
    }

    package let content: Content
    /// From 1; 0 when there is none.
    package let line: Int
    /// From 1, in characters; 0 when there is none.
    package let column: Int

    package init(_ content: Content, line: Int = 0, column: Int = 0) {
        self.content = content
        self.line = line
        self.column = column
    }

    /// The type's name, as `FieldFailure.Problem.wrongType` has it.
    package var typeName: String {
        switch content {
        case .text: "text"
        case .integer: "integer"
        case .number: "number"
        case .flag: "flag"
        case .list: "list"
        case .table: "table"
        case .other(let name): name
        }
    }

    /// The entries of a table, `nil` when it is none.
    package var entries: [FieldEntry]? {
        guard case .table(let entries) = content else { return nil }
        return entries
    }

    /// A table's entry of that name.
    package subscript(name: String) -> FieldEntry? {
        entries?.first { $0.name == name }
    }
}
