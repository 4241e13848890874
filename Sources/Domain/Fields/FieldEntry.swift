/// One line of a table: a key and its value.
package struct FieldEntry: Equatable, Sendable {
    package let name: String
    package let value: FieldValue
    /// Where the key stands, from 1; 0 when that is not known.
    package let line: Int
    /// From 1, in characters; 0 when that is not known.
    package let column: Int

    package init(name: String, value: FieldValue, line: Int = 0, column: Int = 0) {
        self.name = name
        self.value = value
        self.line = line
        self.column = column
    }
}
