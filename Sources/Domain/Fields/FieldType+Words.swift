extension FieldType {
    /// Reads the text of a command line, or of an address's query, into the value that a file would hold; `nil` is a
    /// flag that stands alone.
    package func value(of text: String?) throws(FieldFailure.Problem) -> FieldValue {
        guard let text else {
            guard self == .flag else { throw .missing }
            return FieldValue(.flag(true))
        }
        switch self {
        case .flag: return FieldValue(.flag(try flag(text)))
        case .integer:
            guard let integer = Int64(text) else { throw unreadable(text, isNumber: Self.isWhole(text)) }
            return FieldValue(.integer(integer))
        case .number:
            guard let number = Double(text) else { throw .malformed(got: text, example: example) }
            return FieldValue(.number(number))
        case .list(let element): return FieldValue(.list(try Self.elements(text, of: element)))
        case .text, .choice, .size, .color, .duration, .path: return FieldValue(.text(text))
        case .table: throw .malformed(got: text, example: example)
        }
    }

    private func flag(_ text: String) throws(FieldFailure.Problem) -> Bool {
        switch text.lowercased() {
        case "true", "yes", "on", "1": return true
        case "false", "no", "off", "0": return false
        default: throw .malformed(got: text, example: example)
        }
    }

    /// A whole number that is too long for 64 bits is out of range, not malformed.
    private func unreadable(_ text: String, isNumber: Bool) -> FieldFailure.Problem {
        isNumber ? .outOfRange(got: text, range: range) : .malformed(got: text, example: example)
    }

    private static func isWhole(_ text: String) -> Bool {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        return !digits.isEmpty && digits.allSatisfy { ("0"..."9").contains($0) }
    }

    private static func elements(_ text: String, of element: FieldType) throws(FieldFailure.Problem) -> [FieldValue] {
        var values: [FieldValue] = []
        for part in text.split(separator: ",") { values.append(try element.value(of: String(part))) }
        return values
    }
}
