/// Words for HTML and XML.
enum Escapes {
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars { result += escape(scalar) ?? String(scalar) }
        return result
    }

    /// Appends a character, or what stands for it.
    static func append(_ scalar: Unicode.Scalar, to out: inout [UInt8]) {
        if let escape = escape(scalar) {
            out.append(contentsOf: escape.utf8)
        } else {
            out.append(scalar: scalar)
        }
    }

    /// What stands for a character with a meaning, or for one that XML does not allow; `nil` when it stands for itself.
    static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        case "'": "&#39;"
        case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
        default: nil
        }
    }
}
