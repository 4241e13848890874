extension FieldValue {
    /// As TOML 1.0 has it, on one line.
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

    /// A key, in quotes where it takes them.
    package static func key(_ name: String) -> String {
        let isBare = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 48...57: true
            default: byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
        }
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
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }
}
