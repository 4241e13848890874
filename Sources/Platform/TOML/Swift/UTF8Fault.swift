/// Finds where bytes stop being UTF-8.
enum UTF8Fault {
    /// The line and the column of the first fault, from 1; `nil` when there is none.
    static func first(in bytes: [UInt8]) -> (line: Int, column: Int)? {
        guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
        var decoder = UTF8()
        var rest = bytes.makeIterator()
        var line = 1
        var column = 1
        while case .scalarValue(let scalar) = decoder.decode(&rest) {
            line += scalar == "\n" ? 1 : 0
            column = scalar == "\n" ? 1 : column + 1
        }
        return (line, column)
    }
}
