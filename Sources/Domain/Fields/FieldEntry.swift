/// One line of a table: a key and its value.
public struct FieldEntry: Equatable, Sendable {
    public let name: String
    public let value: FieldValue
    /// Where the key stands, from 1; 0 when that is not known.
    public let line: Int
    /// From 1, in characters; 0 when that is not known.
    public let column: Int

    public init(name: String, value: FieldValue, line: Int = 0, column: Int = 0) {
        self.name = name
        self.value = value
        self.line = line
        self.column = column
    }
}
