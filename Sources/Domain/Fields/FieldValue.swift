/// A value as a person wrote it, with its location. TOML files, JSON, front matter and command lines are all read into
/// this tree.
package struct FieldValue: FieldLocation, Equatable, Sendable {
    package enum Content: Equatable, Sendable {
        case text(String)
        case integer(Int64)
        case number(Double)
        case flag(Bool)
        case list([FieldValue])
        /// The entries in the order of the file.
        case table([FieldEntry])
        /// A kind that no field accepts, such as `date`.
        case other(String)
    }

    package let content: Content
    /// The line, counted from 1; 0 if unknown.
    package let line: Int
    /// The column, counted from 1, in characters; 0 if unknown.
    package let column: Int
    package let document: Int
    /// Whether it is a table in braces, `{ … }`, on which no other file's table is overlaid.
    package let isInline: Bool

    package init(_ content: Content, line: Int = 0, column: Int = 0, document: Int = 0, isInline: Bool = false) {
        self.content = content
        self.line = line
        self.column = column
        self.document = document
        self.isInline = isInline
    }

    /// The type's name, as in `FieldFailure.Problem.wrongType`.
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

    /// The entries of a table, `nil` for other values.
    package var entries: [FieldEntry]? {
        guard case .table(let entries) = content else { return nil }
        return entries
    }

    /// The table's first entry with this name; `nil` without one, and for other values.
    package subscript(name: String) -> FieldEntry? {
        entries?.first { $0.name == name }
    }
}

/// One entry of a table: a key and its value.
package struct FieldEntry: FieldLocation, Equatable, Sendable {
    package let name: String
    package let value: FieldValue
    /// The line of the key, counted from 1; 0 if unknown.
    package let line: Int
    /// The column of the key, counted from 1, in characters; 0 if unknown.
    package let column: Int
    package let document: Int

    package init(name: String, value: FieldValue, line: Int = 0, column: Int = 0, document: Int = 0) {
        self.name = name
        self.value = value
        self.line = line
        self.column = column
        self.document = document
    }
}

extension FieldValue {
    package func text() throws(FieldFailure.Problem) -> String {
        guard case .text(let text) = content else { throw .wrongType(wanted: "text", got: typeName) }
        return text
    }

    package func flag() throws(FieldFailure.Problem) -> Bool {
        guard case .flag(let flag) = content else { throw .wrongType(wanted: "flag", got: typeName) }
        return flag
    }

    package func integer() throws(FieldFailure.Problem) -> Int64 {
        guard case .integer(let integer) = content else { throw .wrongType(wanted: "integer", got: typeName) }
        return integer
    }

    /// Accepts integers too.
    package func number() throws(FieldFailure.Problem) -> Double {
        switch content {
        case .number(let number): return number
        case .integer(let integer): return Double(integer)
        default: throw .wrongType(wanted: "number", got: typeName)
        }
    }

    package func list() throws(FieldFailure.Problem) -> [FieldValue] {
        guard case .list(let values) = content else { throw .wrongType(wanted: "list", got: typeName) }
        return values
    }
}

extension FieldValue {
    /// TOML 1.0 on one line.
    package var toml: String {
        switch content {
        case .text(let text): Self.quoted(text)
        case .integer(let integer): String(integer)
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        case .list(let values): "[" + values.map(\.toml).joined(separator: ", ") + "]"
        case .table(let entries) where entries.isEmpty: "{}"
        case .table(let entries):
            "{ " + entries.map { Self.key($0.name) + " = " + $0.value.toml }.joined(separator: ", ") + " }"
        case .other(let kind): Self.quoted(kind)
        }
    }

    /// Returns a TOML key, in quotes if it needs them.
    package static func key(_ name: String) -> String {
        let isBare = name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
        return isBare && !name.isEmpty ? name : quoted(name)
    }

    private static func quoted(_ text: String) -> String {
        "\"" + text.unicodeScalars.map(escaped).joined() + "\""
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"": return "\\\""
        case "\\": return "\\\\"
        case "\n": return "\\n"
        case "\t": return "\\t"
        case "\r": return "\\r"
        default:
            guard scalar.value < 0x20 || scalar.value == 0x7f else { return String(scalar) }
            return "\\u" + scalar.value.digits(4, radix: 16).uppercased()
        }
    }
}

extension FieldValue {
    /// The value as JSON.
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
