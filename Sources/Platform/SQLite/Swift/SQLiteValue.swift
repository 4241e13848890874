/// A value that is bound to a place of a statement.
package enum SQLiteValue: Equatable, Sendable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    /// `null` when there is no number.
    package init(_ number: Int64?) {
        self = number.map { .integer($0) } ?? .null
    }

    /// `null` when there is no text.
    package init(_ text: String?) {
        self = text.map { .text($0) } ?? .null
    }

    /// `null` when there are no bytes.
    package init(_ bytes: [UInt8]?) {
        self = bytes.map { .blob($0) } ?? .null
    }
}
