/// One field of a journal entry.
package struct JournalField: Equatable, Sendable {
    /// Upper-case letters, digits and `_`, at most 64, not beginning with `_` or a digit.
    package let name: String
    /// Any bytes: a line break in them does no harm.
    package let value: [UInt8]

    package init(_ name: String, _ value: [UInt8]) {
        self.name = name
        self.value = value
    }

    package init(_ name: String, _ text: String) {
        self.init(name, Array(text.utf8))
    }

    /// The journal drops a field with another name without a word.
    var isNamedWell: Bool {
        let isKnown = name.utf8.allSatisfy { 65...90 ~= $0 || 48...57 ~= $0 || $0 == 95 }
        return isKnown && 1...64 ~= name.utf8.count && 65...90 ~= (name.utf8.first ?? 0)
    }
}
